import {
  type AgentEvent,
  type AgentHooks,
  type AgentInput,
  type AgentRun,
  type BackendCapabilities,
  type Clock,
  type EventOf,
  type Ids,
  NucleicError,
  type SessionSpec,
} from "@nucleic/protocol";
import { Emitter } from "./emitter.ts";
import { demoTurn } from "./script.ts";
import type { Toolbox } from "./toolbox.ts";

/** What a run of the demo agent needs from outside. */
export interface DemoDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly env: Readonly<Record<string, string>>;
  readonly capabilities: BackendCapabilities;
  /** Milliseconds between two words. */
  readonly paceMs: number;
}

/** Inputs that may wait behind the turn that runs. One more is refused. */
const maxQueued = 16;

/**
 * One run of the demo agent. Its events are made as they are consumed, so nothing is ever buffered: a consumer that
 * stalls makes the agent wait.
 */
export class DemoRun implements AgentRun {
  readonly events: AsyncIterable<AgentEvent>;
  readonly #deps: DemoDeps;
  readonly #spec: SessionSpec;
  readonly #hooks: AgentHooks;
  readonly #emit: Emitter;
  readonly #inputs: AgentInput[] = [];
  readonly #closing = new AbortController();
  readonly #commands = new Set<Promise<unknown>>();
  #wake = Promise.withResolvers<void>();
  #turn: { readonly abort: AbortController; readonly over: PromiseWithResolvers<void> } | undefined;
  #calls = 0;

  constructor(
    spec: SessionSpec,
    hooks: AgentHooks,
    deps: DemoDeps,
    started: { id: string; resumed: boolean },
  ) {
    this.#deps = deps;
    this.#spec = spec;
    this.#hooks = hooks;
    this.#emit = new Emitter(spec.sessionId, deps.clock);
    this.events = this.#run(started);
  }

  async send(input: AgentInput): Promise<void> {
    if (this.#closing.signal.aborted) throw new NucleicError("sessionBusy", "the demo agent has ended");
    if (this.#inputs.length >= maxQueued)
      throw new NucleicError("sessionBusy", `${maxQueued} messages wait already`, {
        hint: "wait for the turn to end",
      });
    this.#inputs.push(input);
    this.#wake.resolve();
  }

  async steer(): Promise<void> {
    throw new NucleicError("unsupported", "the demo agent takes nothing while it works", {
      hint: "send the message when the turn is over",
    });
  }

  async interrupt(): Promise<void> {
    this.#turn?.abort.abort();
    await this.#turn?.over.promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#turn?.abort.abort();
    this.#wake.resolve();
    await Promise.allSettled(this.#commands);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async *#run(started: { id: string; resumed: boolean }): AsyncGenerator<AgentEvent, void, undefined> {
    const { capabilities } = this.#deps;
    const startMs = this.#deps.clock.monotonicMs();
    const about = { backend: "demo", backendSessionId: started.id, cwd: this.#spec.cwd, capabilities };
    const resumed = started.resumed ? { resumed: true } : {};
    yield this.#emit.event({ kind: "sessionStarted", ...about, ...resumed });
    while (!this.#closing.signal.aborted) {
      const input = this.#inputs.shift();
      if (input) yield* this.#oneTurn(input);
      else await this.#sleepUntilWoken();
    }
    const durationMs = this.#deps.clock.monotonicMs() - startMs;
    yield this.#emit.event({ kind: "runFinished", outcome: "completed", exitCode: 0, durationMs });
  }

  async #sleepUntilWoken(): Promise<void> {
    await this.#wake.promise;
    this.#wake = Promise.withResolvers();
  }

  async *#oneTurn(input: AgentInput): AsyncGenerator<AgentEvent, void, undefined> {
    const { ids } = this.#deps;
    const turn = { abort: new AbortController(), over: Promise.withResolvers<void>() };
    this.#turn = turn;
    this.#emit.turn(ids.turn());
    yield this.#emit.event({ kind: "turnStarted", cause: "user", input });
    let end: Pick<EventOf<"turnCompleted">, "outcome" | "error" | "finalText">;
    try {
      end = {
        outcome: "completed",
        finalText: yield* demoTurn(this.#toolbox(turn.abort), input.text),
      };
    } catch (error) {
      end = turn.abort.signal.aborted
        ? { outcome: "interrupted" }
        : { outcome: "failed", error: { code: "internal", message: String(error) } };
    }
    yield this.#emit.event({ kind: "turnCompleted", ...end });
    this.#emit.turn(undefined);
    this.#turn = undefined;
    turn.over.resolve();
  }

  #toolbox(abort: AbortController): Toolbox {
    const { signal } = abort;
    const cancel = () => abort.abort();
    const { clock, ids, paceMs } = this.#deps;
    const { sessionId, cwd } = this.#spec;
    const env = { ...this.#deps.env, ...this.#spec.env };
    const nextId = () => `demo-${++this.#calls}`;
    const track = <T>(command: Promise<T>): Promise<T> => {
      this.#commands.add(command);
      return command.finally(() => this.#commands.delete(command));
    };
    const hooks = this.#hooks;
    return {
      emit: this.#emit,
      hooks,
      sessionId,
      cwd,
      env,
      clock,
      ids,
      paceMs,
      signal,
      nextId,
      cancel,
      track,
    };
  }
}
