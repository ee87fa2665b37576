import type {
  AgentEvent,
  AgentHooks,
  ApprovalRequest,
  Decision,
  EventKind,
  EventOf,
  QuestionRequest,
} from "@nucleic/protocol";
import type { Stage } from "../../packages/protocol/src/testing/contract/stage.ts";
import type { WatchedRun } from "../../packages/protocol/src/testing/watched-run.ts";
import type { MatrixSetting } from "./setting.ts";

const person = { by: "person" } as const;
/** None of the choices of any question: where a request holds it, it was the answer. */
export const ownWord = "Vermilion";
const text = (words: string) => ({ text: words, context: [] });

/** What a scenario plays on: one setting, the runs begun in it, and a person who answers. */
export class Play {
  readonly setting: MatrixSetting;
  /** What a person was asked to allow, in order. */
  readonly approvals: ApprovalRequest[] = [];
  readonly questions: QuestionRequest[] = [];
  readonly #stage: Stage;
  readonly #runs: WatchedRun[] = [];
  #asked = Promise.withResolvers<void>();

  constructor(stage: Stage, setting: MatrixSetting) {
    this.#stage = stage;
    this.setting = setting;
  }

  get capabilities() {
    return this.#stage.suite.description.capabilities;
  }

  /**
   * A person who answers every approval with that decision, once `held` has passed, and every question with a word of
   * their own.
   */
  person(
    decision: Decision = { kind: "allow" },
    held: () => Promise<void> = async () => undefined,
  ): AgentHooks {
    return {
      requestApproval: async (request) => {
        this.approvals.push(request);
        this.#asked.resolve();
        await held();
        return { decision, by: person };
      },
      askUser: async (request) => {
        this.questions.push(request);
        const answers = request.questions.map(({ id }) => [id, [ownWord]]);
        return { kind: "answered", answers: Object.fromEntries(answers), by: person };
      },
    };
  }

  /** Resolves when the person is asked to allow something for the first time. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  async start(hooks: AgentHooks = this.person()): Promise<WatchedRun> {
    return this.#keep(await this.#stage.start(hooks));
  }

  /** One run with one turn. */
  async turn(words: string, hooks?: AgentHooks): Promise<WatchedRun> {
    const run = await this.start(hooks);
    await run.turn(words);
    return run;
  }

  async resume(backendSessionId: string, fork = false): Promise<WatchedRun> {
    return this.#keep(await this.#stage.resume(backendSessionId, fork));
  }

  steer(run: WatchedRun, words: string): Promise<void> {
    return run.run.steer(text(words));
  }

  /** The code of the error that the promise rejects with. */
  refusal(promise: Promise<unknown>): Promise<string | undefined> {
    return this.#stage.refusal(promise);
  }

  /** The names of the tools that the last request offers its model, whatever the API calls them. */
  offeredTools(): readonly string[] {
    const body: unknown = this.setting.model.requests.main.at(-1)?.body;
    const tools = typeof body === "object" && body !== null && "tools" in body ? body.tools : [];
    return [...JSON.stringify(tools).matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name);
  }

  async saw(): Promise<Saw> {
    const events = this.#runs.flatMap((run) => run.events);
    return new Saw(this, this.#runs, events, await this.setting.files());
  }

  get events(): readonly AgentEvent[] {
    return this.#runs.flatMap((run) => run.events);
  }

  #keep(run: WatchedRun): WatchedRun {
    this.#runs.push(run);
    return run;
  }
}

/** Everything that came of a scenario: its expectation is read off it. */
export class Saw {
  readonly runs: readonly WatchedRun[];
  /** Of all runs, one after the other. */
  readonly events: readonly AgentEvent[];
  readonly files: ReadonlyMap<string, string>;
  readonly approvals: readonly ApprovalRequest[];
  readonly questions: readonly QuestionRequest[];
  /** What the model was asked, as text. */
  readonly requests: readonly string[];

  constructor(
    play: Play,
    runs: readonly WatchedRun[],
    events: readonly AgentEvent[],
    files: ReadonlyMap<string, string>,
  ) {
    this.runs = runs;
    this.events = events;
    this.files = files;
    this.approvals = play.approvals;
    this.questions = play.questions;
    this.requests = play.setting.requests();
  }

  all<K extends EventKind>(kind: K): readonly EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** How each turn ended, and the code of its error. */
  get turns(): readonly string[] {
    return this.all("turnCompleted").map(({ outcome, error }) =>
      error ? `${outcome}: ${error.code}` : outcome,
    );
  }

  /** Everything said in final blocks, joined. */
  get said(): string {
    return this.runs.map((run) => run.said).join("");
  }

  /** Whether a request holds those words: by default the last one. */
  heard(words: string, index = -1): boolean {
    return this.requests.at(index)?.includes(words) === true;
  }
}
