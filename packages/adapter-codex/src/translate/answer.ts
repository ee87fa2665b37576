import { type AnswerInput, takeAnswer } from "@nucleic/adapter-kit";
import type { Decision, Question, QuestionReply, ToolCallId } from "@nucleic/protocol";
import { name } from "../wire/read.ts";
import type { CodexStep } from "./codex-step.ts";
import { textBlocks } from "./content.ts";

/** The model's own tool, which is not on the wire. */
const nativeTool = "request_user_input";

/** An answer was given: told, and kept where the result of the call is to show it. */
export function takeGiven(step: CodexStep, input: AnswerInput): void {
  const id = input.kind === "answered" ? input.approvalId : input.questionId;
  const ask = step.state.asks.get(id);
  takeAnswer(step, input);
  const itemId = name(ask?.native.params.itemId);
  if (ask === undefined || itemId === undefined) return;
  if (input.kind === "answered") keepReason(step, itemId, input.answer.decision);
  else if (ask.native.kind === "userInput") finishAskUser(step, itemId, input.reply);
}

/** Codex says that a call was declined, never why. */
function keepReason(step: CodexStep, itemId: string, decision: Decision): void {
  const call = step.state.calls.get(itemId);
  if (call && decision.kind === "deny" && decision.message !== undefined)
    step.setCall(itemId, { ...call, refusal: decision.message });
}

/** The model's tool for questions has no item: what there is to know of the call is in the request and its answer. */
export function startAskUser(step: CodexStep, itemId: string, questions: readonly Question[]): void {
  if (step.state.calls.has(itemId)) return;
  const toolCallId = itemId as ToolCallId;
  const item = { type: "requestUserInput", id: itemId };
  const turnId = step.state.turn?.id;
  step.setCall(itemId, { tool: "AskUser", nativeTool, turnId, item, inputTold: true });
  step.emit({ kind: "toolCallStarted", toolCallId, tool: "AskUser", nativeTool });
  step.emit({ kind: "toolCallCompleted", toolCallId, input: { questions: [...questions] } });
}

function finishAskUser(step: CodexStep, itemId: string, reply: QuestionReply): void {
  if (!step.state.calls.has(itemId)) return;
  step.setCall(itemId, undefined);
  step.done(itemId);
  const answers = reply.kind === "answered" ? JSON.stringify(reply.answers) : "declined";
  const content = textBlocks(answers);
  step.emit({
    kind: "toolResult",
    toolCallId: itemId as ToolCallId,
    content,
    isError: reply.kind !== "answered",
  });
}
