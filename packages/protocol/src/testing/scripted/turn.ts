import type { AgentInput } from "../../content.ts";
import type { EventBodyOf } from "../../event.ts";
import { NucleicError } from "../../nucleic-error.ts";
import type { StepUsage } from "../scenario.ts";
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
  readonly #usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

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
    session.tell({ kind: "turnStarted", cause: "user", input: this.#input });
    session.hear(this.#input);
    let crash: Crashed | undefined;
    let ending: Ending;
    try {
      ending = { outcome: "completed", finalText: await this.#requests().finally(() => session.keep()) };
    } catch (error) {
      ending = endingFor(error);
      if (error instanceof Crashed) crash = error;
    }
    const { reportsCost } = session.world.capabilities;
    const cost = reportsCost && { costUSD: costUSD(this.#usage) };
    // A model that counts nothing reports nothing.
    if (this.#usage.inputTokens + this.#usage.outputTokens > 0)
      session.tell({ kind: "usage", ...this.#usage, cumulative: false, ...cost });
    session.tell({ kind: "turnCompleted", ...ending });
    session.turnId = undefined;
    this.#done.resolve();
    return crash;
  }

  async #requests(): Promise<string> {
    const session = this.#session;
    let results: readonly EventBodyOf<"toolResult">[] = [];
    for (let step = 0; ; step++) {
      this.#steered = false;
      await session.keep();
      const { model, mode } = session;
      const history = [...session.memory.messages];
      const reply = session.world.model({ input: this.#input, step, results, history, model, mode });
      const calls: Call[] = [];
      const finalText = await this.#reply(reply, calls);
      // What a tool does must not be more than what the session remembers of why.
      if (calls.length > 0) await session.keep();
      results = await Promise.all(
        calls.map((call) => makeCall(session, call, this.#stop.signal, (reason) => this.stop(reason))),
      );
      this.#stop.signal.throwIfAborted();
      if (results.length === 0 && !this.#steered) return finalText;
    }
  }

  async #reply(reply: Parameters<ReplyPlayer["play"]>[0], calls: Call[]): Promise<string> {
    let counted: StepUsage = { inputTokens: 10, outputTokens: 5 };
    const player = new ReplyPlayer(
      this.#session,
      this.#stop.signal,
      (call) => calls.push(call),
      (usage) => {
        counted = usage;
      },
    );
    try {
      return await player.play(reply);
    } catch (error) {
      for (const call of calls) cutShort(this.#session, call);
      throw error;
    } finally {
      this.#count(counted);
    }
  }

  #count({ inputTokens, outputTokens, cachedInputTokens = 0 }: StepUsage): void {
    this.#usage.inputTokens += inputTokens;
    this.#usage.outputTokens += outputTokens;
    this.#usage.cachedInputTokens += cachedInputTokens;
  }
}

/** At a dollar per million tokens. */
function costUSD({ inputTokens, outputTokens }: StepUsage): number {
  return (inputTokens + outputTokens) / 1_000_000;
}

type Ending = Omit<EventBodyOf<"turnCompleted">, "kind">;

function endingFor(error: unknown): Ending {
  if (error instanceof Interrupted || error instanceof Closed) return { outcome: "interrupted" };
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Crashed ? "crashed" : error instanceof NucleicError ? error.code : "internal";
  return { outcome: "failed", error: { code, message } };
}
