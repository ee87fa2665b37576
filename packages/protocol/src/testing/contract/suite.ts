import type { AgentBackend, BackendDescription } from "../../backend.ts";
import type { SessionSpec } from "../../spec.ts";
import type { Gates } from "../gates.ts";
import type { Reply, Scenario } from "../scenario.ts";
import type { Stage } from "./stage.ts";

/** What the suite uses of a test framework. Vitest's own `describe`, `test` and `expect` fit. */
export interface TestApi {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>, timeoutMs?: number): void;
  expect(actual: unknown, message?: string): Expectation;
}

/** The assertions that the suite makes. */
export interface Expectation {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  toContain(expected: unknown): void;
}

/** A backend in an empty git repository of its own, with a model that plays one scenario. */
export interface ContractSetting extends AsyncDisposable {
  readonly backend: AgentBackend;
  /** Trusted and interactive; its `cwd` is the repository. */
  readonly spec: SessionSpec;
  /** The gates of the scenario. */
  readonly gates: Gates;
  /** Each request for a reply of the conversation that the model got so far, as text that holds what it was sent. */
  requests(): readonly string[];
  /** A file of `spec.cwd`, by its path relative to that; `undefined` where there is none. */
  readFile(path: string): Promise<string | undefined>;
}

/** What an adapter says of itself to be put to the test. */
export interface ContractSuite<S extends ContractSetting = ContractSetting> {
  readonly name: string;
  readonly api: TestApi;
  /** What the backend's `describe()` answers. Its capabilities decide which cases there are. */
  readonly description: BackendDescription;
  open(scenario: Scenario): Promise<S>;
  /** Whether its model can ask a person questions (`AskUser`). Default true. */
  readonly asksQuestions?: boolean;
  /**
   * Where the reason of a denial goes: `result`: into the result of the refused call; `message`: to the model, beside that
   * result; `nowhere`: the agent's protocol has no place for it. Default `result`.
   */
  readonly denialReason?: "result" | "message" | "nowhere";
  /** HTTP errors of the provider whose status the agent does not tell: the turn fails with `apiError`. Default none. */
  readonly untoldStatuses?: readonly number[];
  /** A model to switch to, by the name that then shows in its requests. Needed where `canSetModel`. */
  readonly otherModel?: string;
  /** Kills the agent's program as the system would, without a chance to tidy up. */
  kill?(setting: S): Promise<void>;
  /** Whether any process of the session is alive. Asked at the end of every case. */
  alive?(setting: S): Promise<boolean>;
  /** For each case. Default 60 000. */
  readonly timeoutMs?: number;
}

/** What decides whether a case is there. */
export type Applies = (suite: ContractSuite) => boolean;

/** One thing that every backend does. */
export interface ContractCase {
  readonly name: string;
  /** Where it says no, the case is not registered. Default: every backend. */
  readonly applies?: Applies;
  readonly replies: readonly Reply[];
  play(stage: Stage): Promise<void>;
}
