import {
  closeAsk,
  name,
  type OpenAsk,
  object,
  objects,
  openApproval,
  openQuestion,
  questionByText,
} from "@nucleic/adapter-kit";
import type { ApprovalRequest, ToolCallId } from "@nucleic/protocol";
import type { ControlRequestMessage } from "../wire/messages.ts";
import { proposedDiff } from "./file-change.ts";
import type { NativeAsk, PermissionAsk } from "./input.ts";
import type { Step } from "./step.ts";
import { normalizeInput, toolNameOf } from "./tools.ts";

/** The ask in a `can_use_tool` request. */
export function askOf(message: ControlRequestMessage): PermissionAsk {
  const { request } = message;
  return {
    key: message.requestId,
    toolName: message.toolName,
    input: object(request.input) ?? {},
    toolUseId: name(request.tool_use_id),
    agentId: name(request.agent_id),
    reason: name(request.decision_reason) ?? name(request.decision_reason_type),
    blockedPath: name(request.blocked_path),
  };
}

/** The CLI asks. A second ask about a call that is still being asked about joins the first. */
export function takeAsk(step: Step, ask: PermissionAsk): void {
  const same = ask.toolUseId === undefined ? undefined : askAbout(step, ask.toolUseId);
  if (same) {
    step.setAsk(same.id, { ...same, native: { ...same.native, keys: [...same.native.keys, ask.key] } });
    return;
  }
  if (toolNameOf(ask.toolName) === "AskUser") askQuestion(step, ask);
  else askApproval(step, ask);
}

function askApproval(step: Step, ask: PermissionAsk): void {
  const { state, at } = step;
  const input = normalizeInput(ask.toolName, ask.input);
  const paths = new Set([name(input.path), ask.blockedPath].filter((path) => path !== undefined));
  const diff = proposedDiff(input, state);
  const request: ApprovalRequest = {
    id: step.ids.approval(),
    sessionId: state.sessionId,
    ...(ask.toolUseId !== undefined && { toolCallId: ask.toolUseId as ToolCallId }),
    tool: toolNameOf(ask.toolName),
    nativeTool: ask.toolName,
    input,
    cwd: state.cwd,
    ...(paths.size > 0 && { paths: [...paths] }),
    ...(diff !== undefined && { diff }),
    ...(ask.agentId !== undefined && { agentId: ask.agentId }),
    ...(ask.reason !== undefined && { reason: ask.reason }),
    options: ["allow", "allowAlways", "deny", "cancelRun"],
    createdAt: at,
  };
  openApproval(step, request, { keys: [ask.key], ask });
}

function askQuestion(step: Step, ask: PermissionAsk): void {
  const request = {
    id: step.ids.question(),
    sessionId: step.state.sessionId,
    ...(ask.toolUseId !== undefined && { toolCallId: ask.toolUseId as ToolCallId }),
    questions: objects(ask.input.questions).map(questionByText),
    createdAt: step.at,
  };
  openQuestion(step, request, { keys: [ask.key], ask });
}

/** The CLI no longer waits for one key; where it was the last, the ask is withdrawn. */
export function takeWithdrawal(step: Step, key: string): void {
  const ask = [...step.state.asks.values()].find(({ native }) => native.keys.includes(key));
  if (!ask) return;
  const keys = ask.native.keys.filter((other) => other !== key);
  if (keys.length > 0) step.setAsk(ask.id, { ...ask, native: { ...ask.native, keys } });
  else closeAsk(step, ask, "withdrawn");
}

/** The call is over without us: nobody waits for the answer. */
export function withdrawAsksOf(step: Step, toolUseId: string): void {
  const ask = askAbout(step, toolUseId);
  if (ask) closeAsk(step, ask, "withdrawn");
}

export function askAbout(step: Step, toolUseId: string): OpenAsk<NativeAsk> | undefined {
  for (const ask of step.state.asks.values()) if (ask.native.ask.toolUseId === toolUseId) return ask;
  return undefined;
}
