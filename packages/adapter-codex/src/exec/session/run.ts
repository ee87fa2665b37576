import type { Releases } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import { type AgentEvent, type AgentInput, type AgentRun, NucleicError } from "@nucleic/protocol/core";
import type { ExecSettings } from "../translate/state.ts";
import { checkMode } from "./mode.ts";
import type { ExecStream } from "./turn-process.ts";

/** Messages that may wait for the turn that runs. */
const MAX_QUEUED = 100;

/** What the process of one turn is told. */
export interface TurnRequest {
  readonly input: AgentInput;
  readonly settings: ExecSettings;
  /** The thread to go on with; undefined: begin one. */
  readonly threadId: string | undefined;
  readonly signal: AbortSignal;
}

/** The parts of a run. */
export interface ExecRunParts {
  readonly stream: ExecStream;
  /** Runs the process of a turn to its end. Never rejects. */
  readonly play: (request: TurnRequest) => Promise<ProcessExit>;
  readonly settings: ExecSettings;
  /** Of a session that was taken up. */
  readonly threadId: string | undefined;
  /** Let go once the last event is out. */
  readonly held: Releases;
}

const neverRan: ProcessExit = { cause: "stopped", forced: false, durationMs: 0, stderrTail: "" };

/** A run of `codex exec`: a process for each turn, none in between. */
export class ExecRun implements AgentRun {
  readonly events: AsyncIterable<AgentEvent>;
  readonly eventBatches: AsyncIterable<readonly AgentEvent[]>;
  readonly #parts: ExecRunParts;
  readonly #queue: AgentInput[] = [];
  #settings: ExecSettings;
  #threadId: string | undefined;
  /** Ends the process of the turn that runs. */
  #cut = new AbortController();
  #playing: Promise<void> | undefined;
  #lastExit = neverRan;
  #over = false;
  #closed: Promise<void> | undefined;

  constructor(parts: ExecRunParts) {
    this.#parts = parts;
    this.#settings = parts.settings;
    this.#threadId = parts.threadId;
    this.events = parts.stream.events;
    this.eventBatches = parts.stream.events.batches;
  }

  /** A message that comes while a turn runs makes a turn of its own after it. */
  async send(input: AgentInput): Promise<void> {
    if (this.#closed) throw new NucleicError("sessionBusy", "the run is being closed");
    if (this.#over) throw new NucleicError("crashed", "Codex has ended");
    if (!this.#playing) {
      this.#playing = this.#play(input);
      return;
    }
    if (this.#queue.length >= MAX_QUEUED)
      throw new NucleicError("sessionBusy", `${MAX_QUEUED} messages wait already`);
    this.#queue.push(input);
    this.#parts.stream.feed({ kind: "queued", input });
  }

  async steer(): Promise<void> {
    throw new NucleicError("unsupported", "codex exec takes nothing while a turn runs", {
      hint: "Send it: it becomes the next turn",
    });
  }

  async interrupt(): Promise<void> {
    const { stream } = this.#parts;
    if (!stream.inTurn) return;
    const over = stream.turnOver();
    stream.feed({ kind: "interrupting" });
    stream.events.hurry(true);
    try {
      this.#cut.abort();
      await over;
    } finally {
      if (!this.#closed) stream.events.hurry(false);
    }
  }

  /** From the next turn on. */
  async setMode(mode: string): Promise<void> {
    checkMode(mode);
    this.#settings = { ...this.#settings, mode };
  }

  /** From the next turn on. */
  async setModel(model: string): Promise<void> {
    this.#settings = { ...this.#settings, model };
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      const { stream } = this.#parts;
      const cutShort = stream.inTurn;
      stream.events.hurry(true);
      if (cutShort) stream.feed({ kind: "interrupting" });
      this.#cut.abort();
      await this.#playing;
      await this.#finish({ expected: true, cutShort });
    })();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Turn after turn, until nothing waits any more. */
  async #play(first: AgentInput): Promise<void> {
    const { stream } = this.#parts;
    let queued = false;
    for (let input: AgentInput | undefined = first; input; input = this.#queue.shift(), queued = true) {
      this.#lastExit = await this.#playOne(input, queued);
      const { turn, session } = stream.state;
      // Before the agent has begun, its thread is not yet kept.
      if (turn?.begun) this.#threadId = session?.threadId;
      const died = this.#lastExit.cause === "exited" && this.#lastExit.signal !== undefined;
      if (died && !turn?.completed && !this.#closed) return await this.#finish({ expected: false });
      stream.feed({ kind: "turnExit", exit: this.#lastExit });
      if (this.#closed) return;
    }
    this.#playing = undefined;
  }

  #playOne(input: AgentInput, queued: boolean): Promise<ProcessExit> {
    const settings = this.#settings;
    this.#cut = new AbortController();
    this.#parts.stream.feed({ kind: "begin", input, queued, settings });
    return this.#parts.play({ input, settings, threadId: this.#threadId, signal: this.#cut.signal });
  }

  async #finish(how: { readonly expected: boolean; readonly cutShort?: boolean }): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    const { stream, held } = this.#parts;
    stream.feed({ kind: "exit", exit: this.#lastExit, ...how });
    stream.events.end();
    await held.release();
  }
}
