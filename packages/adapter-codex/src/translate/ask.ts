import { type Json, name, object, openApproval, openQuestion, text } from "@nucleic/adapter-kit";
import type { ApprovalRequest, Question, ToolCallId } from "@nucleic/protocol";
import { coverageOf, requests } from "../wire/coverage.ts";
import type {
  CommandExecutionRequestApprovalParams,
  FileChangeRequestApprovalParams,
  PermissionsRequestApprovalParams,
} from "../wire/generated/0.171.0/types.ts";
import type { Loose, ServerRequestLine } from "../wire/messages.ts";
import { startAskUser } from "./answer.ts";
import { askKindOf } from "./ask-kind.ts";
import { type AskedFor, everyOption, onlyOnce } from "./asked-for.ts";
import type { CodexStep } from "./codex-step.ts";
import { elicitationApproval, mcpToolApproval } from "./elicitation.ts";
import { formQuestions } from "./form.ts";
import type { NativeAsk } from "./native-ask.ts";
import { patchDiff, patchPaths, patchSize, patchTool } from "./patch.ts";
import { subagentItem } from "./subagent.ts";
import { bashInput } from "./tools.ts";
import { userInputQuestions } from "./user-input.ts";

const unsandboxed = "Once allowed it may run outside Codex's sandbox.";

/** The server asks a person, or something that is not for one: what to answer then is the session's business. */
export function takeServerRequest(step: CodexStep, line: ServerRequestLine): void {
  const { session } = step.state;
  const threadId = name(line.params.threadId);
  const isOwn = threadId === undefined || threadId === session?.backendSessionId;
  if (session && !isOwn && !step.state.subagents.has(threadId)) return;
  const kind = askKindOf(line);
  if (kind === undefined) {
    if (coverageOf(requests, line.method)?.is !== "silent") step.raw(line.native);
    return;
  }
  const native: NativeAsk = { kind, requestId: line.id, method: line.method, params: line.params };
  ask(step, native);
}

function ask(step: CodexStep, native: NativeAsk): void {
  const { kind, params } = native;
  switch (kind) {
    case "command":
      approve(step, native, commandAsk(step, params));
      break;
    case "fileChange":
      approve(step, native, fileChangeAsk(step, params));
      break;
    case "permissions":
      approve(step, native, permissionsAsk(params));
      break;
    case "mcpToolCall":
      approve(step, native, mcpToolApproval(step, params));
      break;
    case "elicitationUrl":
      approve(step, native, elicitationApproval(params));
      break;
    case "userInput":
      question(step, native, userInputQuestions(params));
      break;
    case "elicitationForm":
      question(step, native, formQuestions(params));
      break;
    default:
      kind satisfies never;
  }
}

function approve(step: CodexStep, native: NativeAsk, asked: AskedFor): void {
  const { state, at } = step;
  const reason = asked.reasons.filter((words) => words !== undefined && words !== "").join("\n");
  const request: ApprovalRequest = {
    id: step.ids.approval(),
    sessionId: state.sessionId,
    ...callOf(step, asked.itemId),
    tool: asked.tool,
    nativeTool: asked.nativeTool,
    input: asked.input,
    // The session's own: whether a path is inside is judged against it, never against where a command wants to run.
    cwd: state.cwd,
    ...(asked.paths && asked.paths.length > 0 && { paths: [...asked.paths] }),
    ...(asked.diff !== undefined && { diff: asked.diff }),
    ...(asked.serverHints && { serverHints: asked.serverHints }),
    ...(reason !== "" && { reason }),
    options: [...asked.options],
    createdAt: at,
  };
  openApproval(step, request, native);
}

function question(step: CodexStep, native: NativeAsk, questions: Question[]): void {
  const itemId = name(native.params.itemId);
  const { answersSeen } = step.state;
  if (native.kind === "userInput" && itemId !== undefined && answersSeen)
    startAskUser(step, itemId, questions);
  const { state, at } = step;
  openQuestion(
    step,
    {
      id: step.ids.question(),
      sessionId: state.sessionId,
      ...callOf(step, itemId),
      questions,
      createdAt: at,
    },
    native,
  );
}

/** The item that is asked about, the agent's or a subagent's. */
function itemOf(step: CodexStep, { threadId, itemId }: Json): Json | undefined {
  const id = name(itemId) ?? "";
  return step.state.calls.get(id)?.item ?? subagentItem(step, threadId, id);
}

/** The call that is asked about, where it has been told of. */
function callOf(step: CodexStep, itemId: string | undefined): { toolCallId?: ToolCallId } {
  return itemId !== undefined && step.state.calls.has(itemId) ? { toolCallId: itemId as ToolCallId } : {};
}

/**
 * A command. Input to one that runs, and access to a host, are asked for under the same name; neither is the command
 * itself, and a rule for that must not answer them.
 */
function commandAsk(step: CodexStep, params: Json): AskedFor {
  const asked: Loose<CommandExecutionRequestApprovalParams> = params;
  const itemId = name(asked.itemId);
  const item = itemOf(step, params);
  const native = name(asked.command) ?? name(item?.command);
  const cwd = name(asked.cwd) ?? name(item?.cwd);
  const command = native === undefined ? {} : bashInput(native, cwd);
  const host = object(asked.networkApprovalContext);
  const permissions = object(asked.additionalPermissions);
  const reasons = [text(asked.reason), unsandboxed];
  const base = { itemId, reasons, options: onlyOnce, tool: "Other" } as const;
  if (host) return { ...base, nativeTool: "networkAccess", input: { ...host, ...command } };
  const kind = text(asked.kind) ?? "command";
  const plain = kind === "command" || kind === "humanCommand";
  if (!plain || native === undefined) {
    const { threadId, turnId, itemId: _, startedAtMs, ...rest } = params;
    return { ...base, nativeTool: plain ? "commandExecution" : kind, input: { ...rest, ...command } };
  }
  const input = { ...command, ...(permissions && { additionalPermissions: permissions }) };
  // What has to be decided by a person, each time, is not for a rule.
  const options = kind === "humanCommand" || permissions ? onlyOnce : everyOption;
  return { ...base, tool: "Bash", nativeTool: "commandExecution", input, options };
}

/** A patch. The request names no file: the item that was announced before does. */
function fileChangeAsk(step: CodexStep, params: Json): AskedFor {
  const asked: Loose<FileChangeRequestApprovalParams> = params;
  const itemId = name(asked.itemId);
  const item = itemOf(step, params) ?? {};
  const paths = patchPaths(item);
  const root = name(asked.grantRoot);
  return {
    ...patchTool(item),
    nativeTool: "fileChange",
    itemId,
    paths: root === undefined ? paths : [...paths, root],
    diff: patchDiff(item, step.state),
    reasons: [
      text(asked.reason),
      patchSize(item) > 1 ? `It changes ${patchSize(item)} files.` : undefined,
      root === undefined ? undefined : `It asks to write below ${root} from now on.`,
    ],
    options: root === undefined ? everyOption : onlyOnce,
  };
}

/** More rights for the sandbox, until the turn ends. */
function permissionsAsk(params: Json): AskedFor {
  const asked: Loose<PermissionsRequestApprovalParams> = params;
  return {
    tool: "Other",
    nativeTool: "permissions",
    input: { permissions: object(asked.permissions) ?? {}, cwd: text(asked.cwd) ?? "" },
    itemId: name(asked.itemId),
    reasons: [text(asked.reason), "Once allowed it holds for every command of this turn."],
    options: onlyOnce,
  };
}
