import type { AgentHooks, AgentRun } from "../../backend.ts";
import type { AgentInput } from "../../content.ts";
import type { AgentEvent, EventBodyOf } from "../../event.ts";
import { NucleicError } from "../../nucleic-error.ts";
import type { SessionSpec } from "../../spec.ts";
import { Closed, type Crashed, Interrupted } from "./end.ts";
import { type Memory, ScriptedSession, type World } from "./session.ts";
import { Turn } from "./turn.ts";

/** A run of the scripted agent: takes inputs one after the other and plays a turn for each. */
export class ScriptedRun implements AgentRun {
  readonly #session: ScriptedSession;
  readonly #inputs: AgentInput[] = [];
  /** Resolved when there is an input, or the end has come. */
  #wake = Promise.withResolvers<void>();
  #turn: Turn | undefined;
  #end: { readonly reason: Closed | Crashed; readonly midTurn: boolean } | undefined;
  /** Resolves when nothing of it is alive. */
  readonly finished: Promise<void>;

  constructor(world: World, spec: SessionSpec, hooks: AgentHooks, memory: Memory, resumed: boolean) {
    this.#session = new ScriptedSession(world, spec, hooks, memory, () => this.close());
    this.finished = this.#live(resumed);
  }

  get events(): AsyncIterable<AgentEvent> {
    return this.#session.events;
  }

  async send(input: AgentInput): Promise<void> {
    this.#check(input);
    this.#inputs.push(input);
    this.#wake.resolve();
  }

  async steer(input: AgentInput): Promise<void> {
    if (!this.#session.world.capabilities.followUpWhileRunning)
      throw unsupported("take a message in mid-turn");
    if (!this.#turn) return this.send(input);
    this.#check(input);
    this.#turn.steer(input);
  }

  async interrupt(): Promise<void> {
    this.#turn?.stop(new Interrupted());
    await this.#turn?.done;
  }

  async setModel(model: string): Promise<void> {
    if (!this.#session.world.capabilities.canSetModel) throw unsupported("change its model");
    this.#session.model = model;
  }

  async setMode(mode: string): Promise<void> {
    const { capabilities, modes } = this.#session.world;
    if (!capabilities.canSetMode || !modes.includes(mode)) throw unsupported(`be in mode ${mode}`);
    this.#session.mode = mode;
  }

  async close(): Promise<void> {
    this.stop(new Closed());
    await this.finished;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Ends the run; the first reason wins. */
  stop(reason: Closed | Crashed): void {
    this.#end ??= { reason, midTurn: this.#turn !== undefined };
    this.#turn?.stop(reason);
    this.#wake.resolve();
  }

  async #live(resumed: boolean): Promise<void> {
    const { world, memory, spec, model, mode } = this.#session;
    const startedAt = world.clock.monotonicMs();
    this.#session.tell({
      kind: "sessionStarted",
      backend: world.backendId,
      backendSessionId: memory.backendSessionId,
      ...(model !== undefined && { model }),
      ...(mode !== undefined && { mode }),
      cwd: spec.cwd,
      capabilities: world.capabilities,
      ...(resumed && { resumed }),
    });
    while (!this.#end) await this.#next();
    this.#session.tell({
      kind: "runFinished",
      ...exit(this.#end.reason, this.#end.midTurn),
      durationMs: world.clock.monotonicMs() - startedAt,
    });
    this.#session.events.end();
  }

  async #next(): Promise<void> {
    const input = this.#inputs.shift();
    if (!input) {
      this.#wake = Promise.withResolvers();
      return this.#wake.promise;
    }
    this.#turn = new Turn(this.#session, input);
    const crash = await this.#turn.play();
    this.#turn = undefined;
    if (crash) this.stop(crash);
  }

  #check(input: AgentInput): void {
    if (this.#end) throw new NucleicError("sessionBusy", "this run is over", { hint: "resume the session" });
    if (
      !this.#session.world.capabilities.supportsImages &&
      input.context.some((part) => part.kind === "image")
    )
      throw unsupported("look at images");
  }
}

function unsupported(what: string): NucleicError {
  return new NucleicError("unsupported", `this agent cannot ${what}`);
}

type Exit = Omit<EventBodyOf<"runFinished">, "kind">;

function exit(reason: Closed | Crashed, midTurn: boolean): Exit {
  if (reason instanceof Closed) return { outcome: midTurn ? "interrupted" : "completed", exitCode: 0 };
  const { message, exitCode, stderr } = reason;
  return {
    outcome: "failed",
    error: { code: "crashed", message },
    ...(exitCode === undefined ? { signal: "SIGKILL" } : { exitCode }),
    ...(stderr !== undefined && { stderrTail: stderr }),
  };
}
