import type {
  ApprovalAnswer,
  ApprovalId,
  ApprovalRequest,
  DecidedBy,
  Decision,
  QuestionId,
  QuestionReply,
  QuestionRequest,
} from "@nucleic/protocol";
import type { OpenAsk } from "./asks.ts";
import type { Step } from "./step.ts";
import type { AnswerInput, SessionState } from "./translation.ts";

/** The agent asks for an approval: it is open from here on, and the stream says so. */
export function openApproval<N, S extends SessionState<N>>(
  step: Step<N, S>,
  request: ApprovalRequest,
  native: N,
): void {
  step.setAsk(request.id, { kind: "approval", id: request.id, request, native });
  step.emit({ kind: "approvalRequested", request });
}

/** The agent has questions: they are open from here on, and the stream says so. */
export function openQuestion<N, S extends SessionState<N>>(
  step: Step<N, S>,
  request: QuestionRequest,
  native: N,
): void {
  step.setAsk(request.id, { kind: "question", id: request.id, request, native });
  step.emit({
    kind: "questionAsked",
    questionId: request.id,
    ...(request.toolCallId && { toolCallId: request.toolCallId }),
    questions: request.questions,
  });
}

/** An answer has been given. One to what is no longer open says nothing. */
export function takeAnswer<N, S extends SessionState<N>>(step: Step<N, S>, input: AnswerInput): void {
  if (input.kind === "answered") answered(step, input.approvalId, input.answer);
  else replied(step, input.questionId, input.reply);
}

function answered<N, S extends SessionState<N>>(
  step: Step<N, S>,
  id: ApprovalId,
  { decision, by }: ApprovalAnswer,
): void {
  if (step.state.asks.get(id)?.kind === "approval") resolveApproval(step, id, decision, by);
}

function replied<N, S extends SessionState<N>>(step: Step<N, S>, id: QuestionId, reply: QuestionReply): void {
  if (step.state.asks.get(id)?.kind !== "question") return;
  const answers = reply.kind === "answered" ? reply.answers : undefined;
  step.setAsk(id, undefined);
  step.emit(
    { kind: "questionAnswered", questionId: id, ...(answers && { answers }), answeredBy: reply.by },
    originOf(reply.by),
  );
}

/** Denies what is still open: the agent is gone, or no longer asks. */
export function closeAsk<N, S extends SessionState<N>>(
  step: Step<N, S>,
  ask: OpenAsk<N>,
  by: "abandoned" | "withdrawn",
): void {
  if (ask.kind === "approval") resolveApproval(step, ask.id, { kind: "deny" }, { by });
  else {
    step.setAsk(ask.id, undefined);
    step.emit({ kind: "questionAnswered", questionId: ask.id, answeredBy: { by } });
  }
}

/** Closes an approval with a decision. */
export function resolveApproval<N, S extends SessionState<N>>(
  step: Step<N, S>,
  approvalId: ApprovalId,
  decision: Decision,
  decidedBy: DecidedBy,
): void {
  step.setAsk(approvalId, undefined);
  step.emit({ kind: "approvalResolved", approvalId, decision, decidedBy }, originOf(decidedBy));
}

/** What a person, rule, policy or time-out decided is not the backend's word; what the backend took back is. */
function originOf({ by }: DecidedBy): "backend" | "user" | "runtime" {
  if (by === "person") return "user";
  return by === "withdrawn" || by === "abandoned" ? "backend" : "runtime";
}
