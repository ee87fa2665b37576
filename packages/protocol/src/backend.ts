import type { ApprovalRequest, DecidedBy, Decision } from "./approval.ts";
import type { BackendCapabilities } from "./capabilities.ts";
import type { AgentInput } from "./content.ts";
import type { AgentEvent } from "./event.ts";
import type { NativeHistory } from "./history.ts";
import type { QuestionReply, QuestionRequest } from "./question.ts";
import type { ResumeSpec, SessionSpec } from "./spec.ts";

/** A kind of coding agent: knows how to find, start and resume it, and nothing of who watches. */
export interface AgentBackend {
  /** What there is to know without touching the machine. */
  describe(): BackendDescription;
  /** Whether it is here, which version, and logged in or not where that can be known without spending a token. */
  probe(signal?: AbortSignal): Promise<ProbeResult>;
  /**
   * Starts the agent's program for a new session. Resolves once it takes input. Aborting `signal` before that rejects
   * with its reason; afterwards it closes the run.
   * @throws NucleicError `notInstalled`, `tooOld`, `spawnFailed`, `exitedEarly`, `notTrusted`, `unsupported`.
   */
  start(spec: SessionSpec, hooks: AgentHooks, signal?: AbortSignal): Promise<AgentRun>;
  /**
   * Takes up an earlier session of this backend, or forks it. History is not replayed.
   * @throws NucleicError as `start`, and `unknownSession`.
   */
  resume(spec: ResumeSpec, hooks: AgentHooks, signal?: AbortSignal): Promise<AgentRun>;
  /**
   * The models that a person may choose from, as the agent itself tells them without a token spent. Absent where it tells
   * none. @throws NucleicError `notInstalled`, `tooOld`, `spawnFailed`, `exitedEarly`.
   */
  listModels?(signal?: AbortSignal): Promise<readonly AgentModel[]>;
  /** What the repository at `dir` would make this agent run or widen. Absent where the agent reads no such thing. */
  inspectProject?(dir: string): Promise<ProjectConfig>;
  /** The sessions that the agent keeps by itself. Absent where it keeps none, or none that can be read. */
  readonly history?: NativeHistory;
}

/** One run of an agent's program. Whoever holds it consumes `events` to the end, or disposes of it. */
export interface AgentRun extends AsyncDisposable {
  /**
   * Everything the agent does, in order, ending with exactly one `runFinished`. Iterable once. Bounded: a consumer
   * that stalls makes the program wait; it loses nothing. One that leaves early closes the run.
   */
  readonly events: AsyncIterable<AgentEvent>;
  /**
   * The same, as many at a time as are there: for a consumer who has to keep up with a fast agent. Read instead of
   * `events`, not beside it. What has been handed out no longer counts as waiting.
   */
  readonly eventBatches?: AsyncIterable<readonly AgentEvent[]>;
  /**
   * Begins a turn, or queues it behind the one that runs.
   * @throws NucleicError `sessionBusy` once the run is over, `unsupported` for an image without `supportsImages`.
   */
  send(input: AgentInput): Promise<void>;
  /** Adds to the turn that runs. @throws NucleicError `unsupported` without `followUpWhileRunning`. */
  steer(input: AgentInput): Promise<void>;
  /** Ends the turn that runs; the session stays usable. Resolves when the turn is over, at once where none runs. */
  interrupt(): Promise<void>;
  /** @throws NucleicError `unsupported` for a mode that the description does not name. */
  setMode?(mode: string): Promise<void>;
  setModel?(model: string): Promise<void>;
  /** Ends the program in order; escalates when it will not. Idempotent; resolves when no process of it is alive. */
  close(): Promise<void>;
}

/**
 * How a blocked agent reaches a person. An adapter calls these through `askApproval` and `askQuestions`, so that every
 * one of them fails closed in the same way: a hook that is absent, throws, rejects or answers nonsense denies.
 */
export interface AgentHooks {
  /** `signal` aborts when the agent no longer waits for the answer. */
  requestApproval?(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
  /** Likewise for questions; what is no answer declines. */
  askUser?(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply>;
}

/** A decision and who made it; the adapter echoes both as `approvalResolved`. */
export interface ApprovalAnswer {
  readonly decision: Decision;
  readonly by: DecidedBy;
}

/** A model that an agent offers. */
export interface AgentModel {
  /** As `SessionSpec.model` and `setModel` take it. */
  readonly id: string;
  readonly displayName?: string;
  readonly description?: string;
  /** The one that is taken where none is named. */
  readonly isDefault: boolean;
}

/** A file that an agent's program logs in with. */
export interface CredentialFile {
  /** Below the home: `.codex`. */
  readonly folder: string;
  /** The variable that names another folder instead. */
  readonly folderEnv?: string;
  readonly file: string;
}

/** What a backend is, without a look at the machine. */
export interface BackendDescription {
  /** Stable, as in `--backend`. */
  readonly id: string;
  readonly displayName: string;
  readonly capabilities: BackendCapabilities;
  /** Names to look for on PATH; none where the backend needs no program. */
  readonly executables: readonly string[];
  /** Environment variable that names the program outright. */
  readonly executableEnv?: string;
  /** One line: how to get it. */
  readonly installHint: string;
  /** What of the home it needs to log in. A sandbox shows it these, to be read, and nothing else of the home. */
  readonly credentialFiles?: readonly CredentialFile[];
  /** Oldest version that works, and the versions the suite is run against. */
  readonly versions?: { readonly oldest: string; readonly tested: readonly string[] };
  /** Milliseconds after which it gives up a call of an MCP tool, where `callTimeoutMs` of a server can't change it. */
  readonly mcpCallTimeoutMs?: number;
  /** Whether it takes `systemPromptAppend`. Absent: it does. */
  readonly appendsSystemPrompt?: boolean;
  /** The modes that `setMode` and the spec take. */
  readonly modes?: readonly string[];
}

/** What a look at the machine found. */
export interface ProbeResult {
  readonly installed: boolean;
  /** The program's path, resolved. */
  readonly path?: string;
  readonly version?: string;
  readonly versionStatus?: "tested" | "newer" | "older" | "unsupported" | "unknown";
  /** Absent where it cannot be known without a request. */
  readonly loggedIn?: boolean;
  /** What a person can do about it. */
  readonly hint?: string;
}

/** What a repository's own agent configuration would do, for a person to see before they trust it. */
export interface ProjectConfig {
  /** Changes whenever anything below does. Trust is bound to it. */
  readonly hash: string;
  readonly items: readonly ProjectConfigItem[];
}

/** One thing that a repository's configuration would run, set or widen. */
export interface ProjectConfigItem {
  /** Relative to the inspected folder. */
  readonly file: string;
  readonly kind:
    | "hook"
    | "env"
    | "helper"
    | "mcpServer"
    | "allowRule"
    | "mode"
    | "plugin"
    | "other"
    | "unreadable";
  /** What it says, in a line: a command, a variable with its value, a rule. */
  readonly text: string;
}
