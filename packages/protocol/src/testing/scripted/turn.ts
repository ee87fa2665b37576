import type { AgentInput } from "../../content.ts";
import { NucleicError } from "../../error-code.ts";
import type { EventOf } from "../../event.ts";
import type { EventError } from "../../events/session.ts";
import { cutShort, makeCall } from "./call.ts";
import { Closed, Crashed, Interrupted } from "./end.ts";
import { type Call, ReplyPlayer } from "./reply.ts";
import type { ScriptedSession } from "./session.ts";

/** One turn: request, reply, tools, and again until the model calls no more. */
export class Turn {
  readonly #session: ScriptedSession;
  readonly #input: AgentInput;
  readonly #stop = new AbortController();
  readonly #done = Promise.withResolvers<void>();
  #steered = false;

  constructor(session: ScriptedSession, input: AgentInput) {
    this.#session = session;
    this.#input = input;
  }

  /** Resolves when the turn is over and everything in it is closed. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** The first reason wins. */
  stop(reason: Interrupted | Closed | Crashed): void {
    this.#stop.abort(reason);
  }

  steer(input: AgentInput): void {
    this.#session.hear(input);
    this.#steered = true;
  }

  /** Plays the turn to its `turnCompleted`. Never rejects; answers with the crash that ends the run too. */
  async play(): Promise<Crashed | undefined> {
    const session = this.#session;
    session.turnId = session.world.ids.turn();
    session.tell("turnStarted", { cause: "user", input: this.#input });
    session.hear(this.#input);
    const stopped = await this.#requests().catch((error: unknown) => ({ error }));
    session.tell("usage", this.#usage());
    session.tell(
      "turnCompleted",
      "error" in stopped ? ending(stopped.error) : { outcome: "completed", ...stopped },
    );
    session.turnId = undefined;
    this.#done.resolve();
    return "error" in stopped && stopped.error instanceof Crashed ? stopped.error : undefined;
  }

  async #requests(): Promise<{ finalText: string }> {
    const session = this.#session;
    let results: readonly EventOf<"toolResult">[] = [];
    for (let step = 0; ; step++) {
      this.#steered = false;
      const { model, mode } = session;
      const history = [...session.memory.messages];
      const reply = session.world.model({ input: this.#input, step, results, history, model, mode });
      const calls: Call[] = [];
      const finalText = await this.#reply(reply, calls);
      results = await Promise.all(
        calls.map((call) => makeCall(session, call, this.#stop.signal, (reason) => this.stop(reason))),
      );
      this.#stop.signal.throwIfAborted();
      if (results.length === 0 && !this.#steered) return { finalText };
    }
  }

  async #reply(reply: Parameters<ReplyPlayer["play"]>[0], calls: Call[]): Promise<string> {
    const player = new ReplyPlayer(this.#session, this.#stop.signal, (call) => calls.push(call));
    try {
      return await player.play(reply);
    } catch (error) {
      for (const call of calls) cutShort(this.#session, call);
      throw error;
    }
  }

  /** Words stand in for tokens. */
  #usage(): Pick<EventOf<"usage">, "inputTokens" | "outputTokens" | "cumulative"> & { costUSD?: number } {
    const words = { user: 0, assistant: 0, tool: 0 };
    for (const { role, text } of this.#session.memory.messages) words[role] += text.split(/\s+/).length;
    return {
      inputTokens: words.user + words.tool,
      outputTokens: words.assistant,
      cumulative: true,
      ...(this.#session.world.capabilities.reportsCost && { costUSD: words.assistant / 1000 }),
    };
  }
}

function ending(error: unknown): { outcome: "failed" | "interrupted"; error?: EventError } {
  if (error instanceof Interrupted || error instanceof Closed) return { outcome: "interrupted" };
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Crashed ? "crashed" : error instanceof NucleicError ? error.code : "internal";
  return { outcome: "failed", error: { code, message } };
}
