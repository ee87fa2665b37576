import { within } from "@nucleic/adapter-kit";
import { JsonRpcError } from "@nucleic/process";
import type { AgentInput, Clock } from "@nucleic/protocol";
import type { DecodedLine, Json } from "../wire/messages.ts";
import { name, object } from "../wire/read.ts";
import type { AppServer } from "./app-server.ts";
import type { CodexStream } from "./stream.ts";
import type { TurnSettings } from "./turn-settings.ts";
import { textPart, userInput } from "./user-input.ts";

/** How long each step of an interruption may take before the next, harder one. */
const GRACE_MS = 10_000;

/** What the turns of a run are made with. */
export interface TurnParts {
  readonly server: AppServer;
  readonly stream: CodexStream;
  readonly settings: TurnSettings;
  readonly clock: Clock;
}

/**
 * The turns of one thread, one after the other. Codex would add what is sent while one runs to that one: what is to be a
 * turn of its own waits here.
 */
export class Turns {
  readonly #parts: TurnParts;
  readonly #queue: AgentInput[] = [];
  /**
   * Resolves when the turn that runs can be interrupted and steered, or is over. Between the answer to `turn/start` and the
   * word that the turn has begun 0.171.0 knows of no turn, and refuses both.
   */
  #begun = Promise.withResolvers<void>();
  /** Until it is through, no other turn begins: what is ended with this one might be of that one. */
  #interruption: Promise<void> | undefined;
  #ended = false;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.#begun.resolve();
  }

  /** Sees every line of the server once the stream has taken it. */
  saw(line: DecodedLine): void {
    const { inTurn, state } = this.#parts.stream;
    const isStart = line.status === "notification" && line.method === "turn/started";
    const isOwn = isStart && line.params.threadId === state.session?.backendSessionId;
    if (isOwn || !inTurn) this.#begun.resolve();
    this.next();
  }

  send(input: AgentInput): void {
    this.#queue.push(input);
    this.next();
  }

  /** Adds to the turn that runs. Where it is just over the input becomes the next turn. */
  async steer(input: AgentInput): Promise<void> {
    if (this.#parts.stream.inTurn && (await this.#steer(input))) return;
    this.#queue.unshift(input);
    this.next();
  }

  /**
   * Adds a few words that no person said to the turn that asked, a subagent's perhaps: no event tells of them. Where the
   * turn is over there is nobody to hear them.
   */
  async whisper(words: string, { threadId, turnId }: Json): Promise<void> {
    const input = [textPart(words)];
    await settled(this.#parts.server.request("turn/steer", { threadId, expectedTurnId: turnId, input }));
  }

  /** Begins the next turn, where one waits and none runs. */
  next(): void {
    const { stream } = this.#parts;
    if (this.#interruption || this.#ended || stream.inTurn) return;
    const input = this.#queue.shift();
    if (input) this.#begin(input);
  }

  /** Nothing begins any more. */
  end(): void {
    this.#ended = true;
    this.#begun.resolve();
  }

  /** Ends the turn that runs, and what it left running; at last the whole process. Resolves when the turn is over. */
  interrupt(): Promise<void> {
    this.#interruption ??= this.#interrupt().finally(() => {
      this.#interruption = undefined;
      this.next();
    });
    return this.#interruption;
  }

  async #interrupt(): Promise<void> {
    const { server, stream, clock } = this.#parts;
    if (!stream.inTurn) return;
    const over = stream.turnOver();
    stream.events.hurry(true);
    try {
      await within(Promise.race([this.stop(), over]), GRACE_MS, clock);
      if (await within(over, GRACE_MS, clock)) await this.clean();
      else await server.kill();
      await over;
    } finally {
      stream.events.hurry(false);
    }
  }

  /** Asks for the end of the turn that runs. */
  async stop(): Promise<void> {
    const { server, stream } = this.#parts;
    if (!stream.inTurn) return;
    stream.feed({ kind: "interrupting" });
    await this.#begun.promise;
    const { turn, session } = stream.state;
    if (turn?.nativeId === undefined) return;
    await settled(
      server.request("turn/interrupt", { threadId: session?.backendSessionId, turnId: turn.nativeId }),
    );
  }

  /** Ends the commands that run on: an interruption leaves them running, and `turn/interrupt` says nothing of them. */
  async clean(): Promise<void> {
    const { server, stream } = this.#parts;
    const threadId = stream.state.session?.backendSessionId;
    await settled(server.request("thread/backgroundTerminals/clean", { threadId }));
  }

  #begin(input: AgentInput): void {
    const { server, stream, settings } = this.#parts;
    // First the stream, then the server: nothing it answers can come before what it answers to.
    stream.feed({ kind: "input", input, steer: false });
    const threadId = stream.state.session?.backendSessionId;
    const params = { threadId, input: userInput(input), ...settings.params() };
    const begun = Promise.withResolvers<void>();
    this.#begun = begun;
    server
      .request("turn/start", params, { take: (result) => this.#takeTurn(result) })
      .catch((error: unknown) => {
        // Of a server that has ended its exit tells.
        if (error instanceof JsonRpcError) stream.feed({ kind: "turnRefused", error });
        begun.resolve();
        this.next();
      });
  }

  async #steer(input: AgentInput): Promise<boolean> {
    const { server, stream } = this.#parts;
    await this.#begun.promise;
    const { turn, session } = stream.state;
    if (turn?.nativeId === undefined) return false;
    const params = {
      threadId: session?.backendSessionId,
      expectedTurnId: turn.nativeId,
      input: userInput(input),
    };
    try {
      await server.request("turn/steer", params, {
        take: () => stream.feed({ kind: "input", input, steer: true }),
      });
      return true;
    } catch (error) {
      if (error instanceof JsonRpcError) return false;
      throw error;
    }
  }

  #takeTurn(result: unknown): void {
    const turnId = name(object(object(result)?.turn)?.id);
    if (turnId !== undefined) this.#parts.stream.feed({ kind: "turnAccepted", turnId });
  }
}

/** Waits for an answer that changes nothing: what was to be ended is over already, or the server is. */
async function settled(request: Promise<unknown>): Promise<void> {
  await request.catch(() => undefined);
}
