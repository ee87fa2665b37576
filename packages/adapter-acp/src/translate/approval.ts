import { openApproval, openQuestion } from "@nucleic/adapter-kit";
import type { ApprovalRequest, DecisionKind, Question, ToolCallId } from "@nucleic/protocol";
import { mayAllow } from "../approval/decision.ts";
import type { ExitPlanMessage, Json, PermissionMessage, QuestionMessage } from "../wire/messages.ts";
import { name, objects, text } from "../wire/read.ts";
import { closeBlock } from "./block.ts";
import { startCall, upsertCall } from "./call.ts";
import { patchOf } from "./call-patch.ts";
import { isClosed } from "./closed-calls.ts";
import { proposedDiff } from "./file-change.ts";
import type { NativeAsk } from "./input.ts";
import type { OpenCall } from "./state.ts";
import type { Step } from "./step.ts";
import { inputOf, nativeToolOf, toolOf } from "./tools.ts";
import { ensureTurn } from "./turn.ts";

/** `session/request_permission`: may it run this call? For some agents it is the first that is heard of it. */
export function takePermission(step: Step, message: PermissionMessage): void {
  const { toolCallId: id, options } = message;
  const patch = patchOf("permission", message.toolCall);
  ensureTurn(step);
  closeBlock(step);
  const native: NativeAsk = { id: message.id, toolCallId: id, method: "permission", options };
  const { state } = step;
  const agentId =
    message.backendSessionId === state.facts.backendSessionId ? undefined : message.backendSessionId;
  // A call that is over can be asked about by a fault of the agent only; the person sees what is asked all the same.
  const call = isClosed(step, id) ? strayCall(step, id, patch) : upsertCall(step, id, patch);
  askApproval(step, native, call, agentId);
}

function strayCall(step: Step, id: string, patch: ReturnType<typeof patchOf>): OpenCall {
  const nativeTool = nativeToolOf(step.state.quirks, id, patch);
  return {
    tool: toolOf(step.state.quirks, nativeTool, patch),
    nativeTool,
    kind: patch.kind,
    title: patch.title,
    rawInput: patch.rawInput ?? {},
    places: patch.places ?? [],
    diffs: patch.diffs ?? [],
    diffsReported: false,
    completed: true,
    output: "",
    denied: false,
  };
}

/** Grok: leaving plan mode is asked about in a request of its own. */
export function takeExitPlan(step: Step, { id, toolCallId, plan }: ExitPlanMessage): void {
  ensureTurn(step);
  closeBlock(step);
  const tool = "exit_plan_mode";
  const known = toolCallId === undefined ? undefined : step.state.calls.get(toolCallId);
  const call = known ?? startCall(step, toolCallId ?? `${tool}:${id}`, tool);
  const rawInput = { ...call.rawInput, ...(plan !== undefined && { plan }) };
  const asked: OpenCall = { ...call, tool: "ExitPlan", nativeTool: tool, rawInput };
  askApproval(step, { id, toolCallId, method: "exitPlan" }, asked, undefined);
}

function askApproval(step: Step, native: NativeAsk, call: OpenCall, agentId: string | undefined): void {
  const { sessionId, cwd, quirks } = step.state;
  const input = inputOf(quirks, call);
  const paths = pathsOf(call, name(input.path));
  const diff = proposedDiff(call, step.state);
  const request: ApprovalRequest = {
    id: step.ids.approval(),
    sessionId,
    ...(native.toolCallId !== undefined && { toolCallId: native.toolCallId as ToolCallId }),
    tool: call.tool,
    nativeTool: call.nativeTool,
    input,
    cwd,
    ...(paths.length > 0 && { paths }),
    ...(diff !== undefined && { diff }),
    ...(agentId !== undefined && { agentId }),
    options: optionsOf(native),
    createdAt: step.at,
  };
  openApproval(step, request, native);
}

/** The place of a shell call is the folder it runs in. */
function pathsOf(call: OpenCall, path: string | undefined): string[] {
  if (call.tool === "Bash") return [];
  const others = [...call.places, ...call.diffs].map((place) => place.path);
  return [...new Set(path === undefined ? others : [path, ...others])];
}

/** What a card offers: an allow only where the agent takes one for this call alone. */
function optionsOf(native: NativeAsk): DecisionKind[] {
  return mayAllow(native) ? ["allow", "allowAlways", "deny", "cancelRun"] : ["deny", "cancelRun"];
}

/** Grok: `_x.ai/ask_user_question`. It keys answers by the question's own text, so the text is the id. */
export function takeQuestion(step: Step, { id, toolCallId, questions }: QuestionMessage): void {
  ensureTurn(step);
  closeBlock(step);
  const request = {
    id: step.ids.question(),
    sessionId: step.state.sessionId,
    ...(toolCallId !== undefined && { toolCallId: toolCallId as ToolCallId }),
    questions: questions.map(questionOf),
    createdAt: step.at,
  };
  openQuestion(step, request, { id, toolCallId, method: "question" });
}

function questionOf(native: Json): Question {
  const question = text(native.question) ?? "";
  const header = name(native.header);
  return {
    id: question,
    text: question,
    ...(header !== undefined && { header }),
    options: objects(native.options).map((option) => {
      const description = name(option.description);
      return { label: text(option.label) ?? "", ...(description !== undefined && { description }) };
    }),
    multiSelect: native.multiSelect === true,
    freeText: true,
  };
}
