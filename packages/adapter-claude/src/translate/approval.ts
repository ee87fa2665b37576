import type {
  ApprovalAnswer,
  ApprovalId,
  ApprovalRequest,
  DecidedBy,
  Decision,
  Question,
  QuestionId,
  QuestionReply,
  ToolCallId,
} from "@nucleic/protocol";
import type { ControlRequestMessage, Json } from "../wire/messages.ts";
import { name, object, objects, text } from "../wire/read.ts";
import { proposedDiff } from "./file-change.ts";
import type { OpenAsk, PermissionAsk } from "./input.ts";
import { type Step, withEntry } from "./step.ts";
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
    setAsk(step, same.id, { ...same, keys: [...same.keys, ask.key] });
    step.asked({ id: same.id, key: ask.key });
    return;
  }
  const open = toolNameOf(ask.toolName) === "AskUser" ? askQuestion(step, ask) : askApproval(step, ask);
  setAsk(step, open.id, open);
  step.asked({ id: open.id, key: ask.key });
}

function askApproval(step: Step, ask: PermissionAsk): OpenAsk {
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
  step.emit({ kind: "approvalRequested", request });
  return { kind: "approval", id: request.id, request, keys: [ask.key], ask };
}

function askQuestion(step: Step, ask: PermissionAsk): OpenAsk {
  const request = {
    id: step.ids.question(),
    sessionId: step.state.sessionId,
    ...(ask.toolUseId !== undefined && { toolCallId: ask.toolUseId as ToolCallId }),
    questions: objects(ask.input.questions).map(questionOf),
    createdAt: step.at,
  };
  step.emit({
    kind: "questionAsked",
    questionId: request.id,
    ...(request.toolCallId && { toolCallId: request.toolCallId }),
    questions: request.questions,
  });
  return { kind: "question", id: request.id, request, keys: [ask.key], ask };
}

/** The CLI keys answers by the question's own text, so the text is the id. */
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

/** A person, a rule or the shell has answered. An answer to what is no longer open says nothing. */
export function takeAnswer(step: Step, id: ApprovalId, answer: ApprovalAnswer): void {
  if (step.state.asks.get(id)?.kind === "approval") resolve(step, id, answer.decision, answer.by);
}

export function takeReply(step: Step, id: QuestionId, reply: QuestionReply): void {
  if (step.state.asks.get(id)?.kind !== "question") return;
  const answers = reply.kind === "answered" ? reply.answers : undefined;
  setAsk(step, id, undefined);
  step.emit(
    {
      kind: "questionAnswered",
      questionId: id,
      ...(answers && { answers }),
      answeredBy: reply.by,
    },
    originOf(reply.by),
  );
}

/** The CLI no longer waits for one key; where it was the last, the ask is withdrawn. */
export function takeWithdrawal(step: Step, key: string): void {
  const ask = [...step.state.asks.values()].find((open) => open.keys.includes(key));
  if (!ask) return;
  const keys = ask.keys.filter((other) => other !== key);
  if (keys.length > 0) setAsk(step, ask.id, { ...ask, keys });
  else closeAsk(step, ask, "withdrawn");
}

/** The call is over without us: nobody waits for the answer. */
export function withdrawAsksOf(step: Step, toolUseId: string): void {
  const ask = askAbout(step, toolUseId);
  if (ask) closeAsk(step, ask, "withdrawn");
}

/** Denies what is still open: the agent is gone, or no longer asks. */
export function closeAsk(step: Step, ask: OpenAsk, by: "abandoned" | "withdrawn"): void {
  if (ask.kind === "approval") resolve(step, ask.id, { kind: "deny" }, { by });
  else {
    setAsk(step, ask.id, undefined);
    step.emit({ kind: "questionAnswered", questionId: ask.id, answeredBy: { by } });
  }
}

export function askAbout(step: Step, toolUseId: string): OpenAsk | undefined {
  for (const ask of step.state.asks.values()) if (ask.ask.toolUseId === toolUseId) return ask;
  return undefined;
}

export function resolve(step: Step, approvalId: ApprovalId, decision: Decision, decidedBy: DecidedBy): void {
  setAsk(step, approvalId, undefined);
  step.emit({ kind: "approvalResolved", approvalId, decision, decidedBy }, originOf(decidedBy));
}

/** What a person, rule, policy or time-out decided is not the backend's word; what the backend took back is. */
function originOf({ by }: DecidedBy): "backend" | "user" | "runtime" {
  if (by === "person") return "user";
  return by === "withdrawn" || by === "abandoned" ? "backend" : "runtime";
}

function setAsk(step: Step, id: string, ask: OpenAsk | undefined): void {
  step.set({ asks: withEntry(step.state.asks, id, ask) });
}
