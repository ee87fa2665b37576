import type { BackendCapabilities } from "../../capabilities.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../create-ids.ts";
import type { EventOf } from "../../event.ts";
import type { NucleicError } from "../../nucleic-error.ts";
import type { ToolInput, ToolName } from "../../tool.ts";
import type { GateKeeper } from "../gates.ts";
import type { Scenario } from "../scenario.ts";
import type { Model } from "./model.ts";

/** What running a tool came to. Everything left out is the plain success of a tool with nothing to say. */
export interface Performed {
  readonly text?: string;
  readonly isError?: boolean;
  readonly exitCode?: number;
  /** Each becomes a `fileChange`. */
  readonly changes?: readonly Pick<EventOf<"fileChange">, "path" | "change" | "movedTo" | "diff">[];
}

/** Really does what a tool call says, in `cwd`. Stops when `signal` aborts. A rejection is the tool's error. */
export type Perform = (
  tool: ToolName,
  input: ToolInput,
  cwd: string,
  signal: AbortSignal,
) => Promise<Performed>;

/** How a scripted agent is to behave. Only the scenario has no default. */
export interface ScriptedOptions {
  /** What the model does. A function is asked for each reply; see {@link Model}. */
  readonly scenario: Scenario | Model;
  /** Runs the tools. Without it they succeed and do nothing. */
  readonly perform?: Perform;
  /** Default: all but `reportsCost` and `mcpInjection`. */
  readonly capabilities?: Partial<BackendCapabilities>;
  /** The tools that ask first. Default: all that write, execute or reach out. */
  readonly asks?: readonly ToolName[];
  /** What `{gate}` steps wait for. Without it every gate is open. */
  readonly gates?: GateKeeper;
  /** Makes every start and resume fail. */
  readonly startError?: NucleicError;
  readonly id?: string;
  readonly displayName?: string;
  readonly modes?: readonly string[];
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** How many events may lie unread before the agent waits for its reader. Default 256. */
  readonly maxUnreadEvents?: number;
}

/** The tools that ask where `asks` says nothing else. */
export const askingTools: readonly ToolName[] = [
  "Bash",
  "Write",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "WebFetch",
  "WebSearch",
  "Mcp",
  "ExitPlan",
  "Other",
];

/** What a scripted agent can do unless it is told otherwise. */
export const scriptedCapabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: true,
  partialMessageStreaming: true,
  followUpWhileRunning: true,
  emitsFileChangeEvents: true,
  reportsCost: false,
  canFork: true,
  canSetModel: true,
  canSetMode: true,
  supportsImages: true,
  mcpInjection: false,
};
