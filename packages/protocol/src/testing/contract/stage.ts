import type { AgentHooks, AgentRun } from "../../backend.ts";
import { checkStream } from "../../check-stream.ts";
import type { ErrorCode } from "../../error-code.ts";
import { AgentEvent } from "../../event.ts";
import { NucleicError } from "../../nucleic-error.ts";
import { PROTOCOL_VERSION } from "../../version.ts";
import { WatchedRun } from "../watched-run.ts";
import type { ContractCase, ContractSetting, ContractSuite, TestApi } from "./suite.ts";

export interface StartOptions {
  readonly signal?: AbortSignal;
  readonly paceMs?: number;
}

/** Where one case plays: the setting, and every run that it starts in it. */
export class Stage {
  readonly suite: ContractSuite;
  readonly setting: ContractSetting;
  readonly expect: TestApi["expect"];
  readonly #runs: WatchedRun[] = [];

  constructor(suite: ContractSuite, setting: ContractSetting) {
    this.suite = suite;
    this.setting = setting;
    this.expect = suite.api.expect;
  }

  async start(hooks: AgentHooks = {}, options: StartOptions = {}): Promise<WatchedRun> {
    const { backend, spec } = this.setting;
    return this.#watch(await backend.start(spec, hooks, options.signal), options);
  }

  async resume(backendSessionId: string, fork = false): Promise<WatchedRun> {
    const { backend, spec } = this.setting;
    return this.#watch(await backend.resume({ ...spec, backendSessionId, fork }, {}), {});
  }

  #watch(run: AgentRun, { paceMs = 0 }: StartOptions): WatchedRun {
    const watched = new WatchedRun(run, paceMs);
    this.#runs.push(watched);
    return watched;
  }

  /** The code of the error that the promise rejects with. */
  async refusal(promise: Promise<unknown>): Promise<ErrorCode | undefined> {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    this.expect(error instanceof NucleicError, `a NucleicError, not ${error}`).toBe(true);
    return error instanceof NucleicError ? error.code : undefined;
  }

  /** Closes every run of the case. */
  async close(): Promise<void> {
    for (const watched of this.#runs) await watched.close();
  }

  /** What holds for every run of every case, once it is over. */
  check(): void {
    for (const { events } of this.#runs) {
      this.expect(checkStream(events).faults).toEqual([]);
      this.expect(events.at(-1)?.kind, "the last event").toBe("runFinished");
      this.expect(events.filter((event) => event.kind === "runFinished").length).toBe(1);
      for (const event of events) this.#checkEvent(event);
      this.#checkStart(events);
    }
  }

  /** Readers are lenient, writers strict: no field that the schema does not know. */
  #checkEvent(event: AgentEvent): void {
    const parsed = AgentEvent.safeParse(event);
    this.expect(parsed.error?.issues ?? [], `${event.kind} against the schema`).toEqual([]);
    this.expect(event).toEqual(parsed.data);
    this.expect(event).toMatchObject({ v: PROTOCOL_VERSION, sessionId: this.setting.spec.sessionId });
  }

  #checkStart(events: readonly AgentEvent[]): void {
    const { id, capabilities } = this.suite.description;
    const starts = events.filter((event) => event.kind === "sessionStarted");
    // Again where the model or mode has changed, of the same session.
    for (const again of starts.slice(1))
      this.expect(again).toMatchObject({ resumed: true, backendSessionId: starts[0]?.backendSessionId });
    const says = new Set(["assistantText", "thinking", "toolCallStarted"]);
    const first = events.findIndex((event) => says.has(event.kind));
    if (first < 0) return;
    const before = events.slice(0, first).find((event) => event.kind === "sessionStarted");
    this.expect(before, "sessionStarted comes before anything is said").toMatchObject({
      backend: id,
      capabilities,
    });
  }
}

/** Plays one case in a setting of its own and checks what always holds. */
export async function playCase<S extends ContractSetting>(
  suite: ContractSuite<S>,
  { name, replies, play }: ContractCase,
): Promise<void> {
  await using setting = await suite.open({ name, replies });
  const stage = new Stage(suite, setting);
  try {
    await play(stage);
  } finally {
    await stage.close();
  }
  stage.check();
  if (suite.alive) suite.api.expect(await suite.alive(setting), "a process is left").toBe(false);
}
