import type { BackendCapabilities, ErrorCode, ToolName } from "@nucleic/protocol";

/** A path of keys into what an agent sent. */
export type KeyPath = readonly string[];

/** How one tool of an agent maps onto the shared vocabulary. */
export interface ToolSpec {
  readonly tool: ToolName;
  /** Native field to ours, where the names differ. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields that say nothing of what the call does. */
  readonly drop?: readonly string[];
}

/** Where the agent's own name of a tool stands. */
export type ToolNamePlace =
  /** In the call's `_meta`. */
  | { readonly in: "meta"; readonly path: KeyPath }
  /** The title of the first `tool_call`; later ones are prose. */
  | { readonly in: "title" }
  /** The beginning of the call's id, up to a separator. */
  | { readonly in: "id"; readonly separator: string }
  /** Nowhere: only the kind is known. */
  | { readonly in: "kind" };

/** Where in its input the call of an MCP tool says whose it is. */
export type McpInputPlace =
  /** In fields `server`, `tool` and `arguments` of the agent's own making; the title says the same. */
  | { readonly in: "fields"; readonly title: (server: string, tool: string) => string }
  /** In a field of the one tool that calls all of them; two groups: server and tool. */
  | {
      readonly in: "named";
      readonly nativeTool: string;
      readonly nameField: string;
      readonly argumentsField: string;
      readonly pattern: RegExp;
    };

/** A place in the result of session/prompt where tokens are counted. */
export type UsagePlace =
  /** As the protocol's own `usage`. */
  | { readonly as: "usage"; readonly path: KeyPath }
  /** As Gemini's quota: `token_count`, and one for each model. */
  | { readonly as: "quota"; readonly path: KeyPath };

/** How a failed session/prompt says what its provider answered, where no HTTP status stands in the error's `data`. */
export interface ErrorQuirks {
  /** A name of the error in `data`, and what those that it has mean. */
  readonly nameAt?: KeyPath;
  readonly names?: Readonly<Record<string, ErrorCode>>;
  /** The status among the words; the first group. It says more than the name. */
  readonly statusInWords?: RegExp;
  /** What it means that the words are the provider's answer as it came, a JSON object. */
  readonly bareAnswerMeans?: ErrorCode;
  /** Words that say that a reply broke off in the middle. */
  readonly cutWords?: RegExp;
}

/** How the program is started and ended. */
export interface StartQuirks {
  /** Names to look for on PATH. */
  readonly executables: readonly string[];
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Environment variable that names the program outright. */
  readonly executableEnv: string;
  readonly installHint: string;
  /** Leaves by itself once its stdin is closed. */
  readonly leavesOnEof: boolean;
}

/** What session/load does beside loading. */
export interface LoadQuirks {
  /** Repeated history is marked (`_meta.isReplay`); else all that comes before the first prompt is history. */
  readonly replayIsMarked: boolean;
  /** History goes on after the answer to session/load. */
  readonly replayOutlastsAnswer: boolean;
  /** A younger session can't be loaded, and is spoilt by the attempt. */
  readonly minimumAgeMs: number;
}

/** What sets one agent apart from the others. Read by the translation and by whoever drives the session. */
export interface AgentQuirks {
  /** The backend's id, as in `--backend`. */
  readonly id: string;
  readonly displayName: string;
  /** What it calls itself in `agentInfo.name`. */
  readonly agentNames: readonly string[];
  /** A key of its initialize result that it alone has, where it gives no name. */
  readonly agentMark?: KeyPath;
  /** Where else than in `agentInfo` its version stands. */
  readonly versionAt?: KeyPath;
  readonly start: StartQuirks;
  readonly capabilities: BackendCapabilities;
  readonly toolName: ToolNamePlace;
  /** By the agent's own name of the tool. */
  readonly tools: Readonly<Record<string, ToolSpec>>;
  /** An MCP tool's name, in two groups: server and tool. */
  readonly mcpName?: RegExp;
  /** Where else the call of an MCP tool says whose it is. */
  readonly mcpInput?: McpInputPlace;
  /** Fields of any tool's input that are the agent's bookkeeping. */
  readonly dropFields?: readonly string[];
  /** The title of a shell call is its command: the input is not sent. */
  readonly titleIsCommand?: true;
  /** Where a finished shell command's exit code stands in `rawOutput`. A failed one may be reported `completed`. */
  readonly exitCodeAt: readonly KeyPath[];
  /** Where in `rawOutput` the output stands without the fences that `content` puts around it. */
  readonly outputAt?: KeyPath;
  /** Its own list of changed files in `rawInput` and `rawOutput`, by path. */
  readonly changesAt?: KeyPath;
  /** The texts of a diff are the passage that changes, or a part of the file around it; else the whole file. */
  readonly diffsArePassages: boolean;
  /** Gives no `plan` updates: the plan is what its todo tool was called with. */
  readonly planFromTool?: true;
  /** In the order in which they are looked at. */
  readonly usage: readonly UsagePlace[];
  /** reject_once ends the turn (stopReason `cancelled`) instead of telling the model. */
  readonly denialEndsTurn: boolean;
  /** What a message chunk of its own begins with that is the program's warning, not the model's words. */
  readonly warnings: readonly RegExp[];
  readonly load: LoadQuirks;
  readonly errors: ErrorQuirks;
}

export const baseCapabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: false,
  partialMessageStreaming: true,
  followUpWhileRunning: false,
  emitsFileChangeEvents: true,
  reportsCost: false,
  canFork: false,
  canSetModel: false,
  canSetMode: false,
  supportsImages: false,
  mcpInjection: true,
};

/** What holds of an agent that is not known: the protocol and nothing else. */
export const baseQuirks: Omit<AgentQuirks, "id" | "displayName" | "start"> = {
  agentNames: [],
  capabilities: baseCapabilities,
  toolName: { in: "kind" },
  tools: {},
  exitCodeAt: [["exit_code"], ["exitCode"], ["metadata", "exit"]],
  diffsArePassages: false,
  usage: [
    { as: "usage", path: ["usage"] },
    { as: "usage", path: ["_meta", "usage"] },
    { as: "quota", path: ["_meta", "quota"] },
    { as: "usage", path: ["_meta"] },
  ],
  denialEndsTurn: false,
  warnings: [],
  load: { replayIsMarked: false, replayOutlastsAnswer: false, minimumAgeMs: 0 },
  errors: {},
};
