import type { ApprovalRequest } from "../../approval.ts";
import type { BackendCapabilities } from "../../capabilities.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../create-ids.ts";
import type { EventOf } from "../../event.ts";
import type { NucleicError } from "../../nucleic-error.ts";
import type { SessionSpec } from "../../spec.ts";
import type { ToolInput, ToolName } from "../../tool.ts";
import type { GateKeeper } from "../gates.ts";
import type { Scenario } from "../scenario.ts";
import type { Memories } from "./memories.ts";
import type { Model } from "./model.ts";

/** What running a tool came to. Everything left out is the plain success of a tool with nothing to say. */
export interface Performed {
  readonly text?: string;
  readonly isError?: boolean;
  readonly exitCode?: number;
  /** Each becomes a `fileChange`. */
  readonly changes?: readonly Pick<EventOf<"fileChange">, "path" | "change" | "movedTo" | "diff">[];
}

/**
 * Really does what a tool call says, in `spec.cwd`. Settles soon after `signal` aborts, with nothing left running: the turn
 * waits for it. A rejection is the tool's error.
 */
export type Perform = (
  tool: ToolName,
  input: ToolInput,
  spec: SessionSpec,
  signal: AbortSignal,
) => Promise<Performed>;

/** What a person is shown of a call besides its input, before they decide. A rejection is the tool's error: nobody is asked. */
export type Preview = (
  tool: ToolName,
  input: ToolInput,
  spec: SessionSpec,
) => Promise<Pick<ApprovalRequest, "diff" | "paths">>;

/** How a scripted agent is to behave. Only the scenario has no default. */
export interface ScriptedOptions {
  /** What the model does. A function is asked for each reply; see {@link Model}. */
  readonly scenario: Scenario | Model;
  /** Runs the tools. Without it they succeed and do nothing. */
  readonly perform?: Perform;
  /** Without it, the `path` of the input. */
  readonly preview?: Preview;
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
  /** Where sessions are kept from one run to the next. Without it, in this process. */
  readonly memories?: Memories;
  /** Between two words. Default 0. */
  readonly paceMs?: number;
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
