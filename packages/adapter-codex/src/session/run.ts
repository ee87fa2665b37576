import { type AnsweredAsk, within } from "@nucleic/adapter-kit";
import { type ProcessExit, RPC_CODES } from "@nucleic/process";
import {
  type AgentEvent,
  type AgentInput,
  type AgentRun,
  type Clock,
  NucleicError,
} from "@nucleic/protocol/core";
import { toServerReply } from "../approval/decision.ts";
import type { NativeAsk } from "../translate/native-ask.ts";
import type { DecodedLine, ServerRequestLine } from "../wire/messages.ts";
import type { AppServer, ThreadListener } from "./app-server.ts";
import { checkMode } from "./mode.ts";
import type { ServerLease } from "./servers.ts";
import type { CodexStream } from "./stream.ts";
import type { TurnSettings } from "./turn-settings.ts";
import { Turns } from "./turns.ts";

/** How long the turn has to end and its commands have to die before the process is ended. */
const END_GRACE_MS = 3_000;

/** The parts of a run, each with one concern. */
export interface RunParts {
  readonly lease: ServerLease;
  readonly stream: CodexStream;
  readonly settings: TurnSettings;
  readonly clock: Clock;
  /** Ends what the thread left behind where the process goes on without it. */
  readonly sweep: () => Promise<void>;
}

/** One thread of the app-server. */
export class CodexRun implements AgentRun, ThreadListener {
  readonly events: AsyncIterable<AgentEvent>;
  readonly eventBatches: AsyncIterable<readonly AgentEvent[]>;
  readonly #parts: RunParts;
  readonly #turns: Turns;
  readonly #startedMs: number;
  #closed: Promise<void> | undefined;
  #finished: Promise<void> | undefined;
  /** Set while the end is wanted. */
  #ending: { readonly cutShort: boolean } | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.monotonicMs();
    this.#turns = new Turns({ ...parts, server: parts.lease.server });
    this.events = parts.stream.events;
    this.eventBatches = parts.stream.events.batches;
  }

  async send(input: AgentInput): Promise<void> {
    this.#checkOpen();
    this.#turns.send(input);
  }

  async steer(input: AgentInput): Promise<void> {
    this.#checkOpen();
    await this.#turns.steer(input);
  }

  interrupt(): Promise<void> {
    return this.#turns.interrupt();
  }

  /** From the next turn on. */
  async setMode(mode: string): Promise<void> {
    this.#parts.settings.setMode(checkMode(mode));
  }

  /** From the next turn on. Not looked up in Codex's list: a provider of the user's own may have any model. */
  async setModel(model: string): Promise<void> {
    this.#parts.settings.setModel(model);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  owns(threadId: string): boolean {
    return threadId === this.#threadId || this.#parts.stream.state.subagents.has(threadId);
  }

  take(line: DecodedLine, bytes: number): void {
    const { stream, lease } = this.#parts;
    stream.feed({ kind: "line", line }, bytes);
    // What is no ask that a person answers is refused: left unanswered, Codex would wait for ever.
    if (line.status === "request" && !this.#isOpen(line.id)) refuse(lease.server, line);
    this.#turns.saw(line);
  }

  overflow(lengthBytes: number): void {
    this.#parts.stream.feed({ kind: "overflow", lengthBytes });
  }

  room(): Promise<void> | undefined {
    const { events } = this.#parts.stream;
    return events.isFull ? events.room() : undefined;
  }

  hurry(): void {
    this.#parts.stream.events.hurry(true);
  }

  ended(exit: ProcessExit): void {
    void this.#finish(exit);
  }

  /** Answers the server; the stream has said so already. */
  answer(answered: AnsweredAsk<NativeAsk>): void {
    const { server } = this.#parts.lease;
    const { ask } = answered;
    const given = answered.kind === "approval" ? answered.answer : answered.reply;
    const give = () => server.answer(ask.native.requestId, toServerReply(ask, given));
    const reason = reasonOf(answered);
    // Codex takes no reason with a refusal. The words have to be there before the model is asked again.
    if (reason === undefined) give();
    else void this.#turns.whisper(reason, ask.native.params).then(give);
    // The turn ends by itself; what it left running does not.
    if (answered.kind === "approval" && answered.answer.decision.kind === "cancelRun") void this.interrupt();
  }

  get #threadId(): string | undefined {
    return this.#parts.stream.state.session?.backendSessionId;
  }

  #isOpen(requestId: unknown): boolean {
    const { asks } = this.#parts.stream.state;
    return [...asks.values()].some(({ native }) => native.requestId === requestId);
  }

  #checkOpen(): void {
    if (this.#closed) throw new NucleicError("sessionBusy", "the run is being closed");
    // Nothing is fed into a stream that has ended: a turn would begin that never ends.
    if (this.#finished) throw new NucleicError("crashed", "Codex has ended");
  }

  async #close(): Promise<void> {
    const { lease, stream, clock } = this.#parts;
    this.#ending = { cutShort: stream.inTurn };
    this.#turns.end();
    stream.asks.abandon();
    stream.events.hurry(true);
    await within(Promise.race([this.#endThread(), lease.server.ended]), END_GRACE_MS, clock);
    const exit = await lease.release();
    await this.#finish(exit ?? this.#threadEnd());
  }

  async #endThread(): Promise<void> {
    const { server } = this.#parts.lease;
    if (this.#threadId === undefined) return;
    await this.#turns.stop();
    await this.#turns.clean();
    await server.request("thread/unsubscribe", { threadId: this.#threadId });
  }

  /** How a thread ends whose process goes on. */
  #threadEnd(): ProcessExit {
    const durationMs = this.#parts.clock.monotonicMs() - this.#startedMs;
    return { cause: "stopped", forced: false, durationMs, stderrTail: "" };
  }

  #finish(exit: ProcessExit): Promise<void> {
    this.#finished ??= (async () => {
      const { stream, lease, sweep } = this.#parts;
      this.#turns.end();
      stream.asks.abandon();
      await sweep();
      lease.server.unlisten(this);
      const ending = this.#ending;
      stream.feed({
        kind: "exit",
        exit,
        expected: ending !== undefined,
        cutShort: ending?.cutShort ?? false,
      });
      stream.events.end();
      await lease.release();
    })();
    return this.#finished;
  }
}

/** No thread is given tools of ours; one that is taken up may have had those of another client. */
function refuse(server: AppServer, { id, method }: ServerRequestLine): void {
  if (method !== "item/tool/call") server.refuse(id, RPC_CODES.methodNotFound, `${method} is not supported`);
  else server.answer(id, { contentItems: [{ type: "inputText", text: NO_TOOL }], success: false });
}

const NO_TOOL = "This client does not offer that tool.";

/** What the model is told of a refusal, where whoever refused gave a reason. */
function reasonOf(answered: AnsweredAsk<NativeAsk>): string | undefined {
  if (answered.kind !== "approval" || answered.answer.decision.kind !== "deny") return undefined;
  const { by } = answered.answer.by;
  const { message } = answered.answer.decision;
  if (message === undefined || by === "abandoned" || by === "withdrawn") return undefined;
  return `Declined: ${message}`;
}
