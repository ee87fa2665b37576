import {
  closeAsk,
  count,
  type Json,
  name,
  number,
  type OpenAsk,
  object,
  objects,
  resolveApproval,
  takeAnswer,
  text,
} from "@nucleic/adapter-kit";
import type { ContentBlock, DecidedBy, Decision, QuestionId, ToolCallId } from "@nucleic/protocol";
import type { UserMessage } from "../wire/messages.ts";
import { askAbout } from "./approval.ts";
import { abandonCallsOf } from "./call.ts";
import { emitFileChanges } from "./file-change.ts";
import type { NativeAsk } from "./input.ts";
import { updatePlan } from "./plan.ts";
import type { Step } from "./step.ts";

/** `tool_use_result` of a call that an interruption kept from running, or stopped. */
const rejectedByUser = "User rejected tool use";
const exitCodeLine = /^Exit code (\d+)\b/;

/** One tool result of a `user` line. False where no such call is open. */
export function takeToolResult(step: Step, message: UserMessage, block: Json): boolean {
  const id = name(block.tool_use_id);
  const call = id === undefined ? undefined : step.state.calls.get(id);
  if (id === undefined || !call) return false;
  const meta = message.toolResultMeta.find((item) => item.id === id);
  const result = object(message.toolUseResult);
  const isError = block.is_error === true;
  const stopped = meta?.non_execution_kind === "user-rejected" || message.toolUseResult === rejectedByUser;
  const ask = askAbout(step, id);
  if (ask) settle(step, ask, { meta, result, isError, stopped });
  const content = contentOf(block.content);
  const exitCode = call.tool === "Bash" && isError ? exitCodeOf(content) : undefined;
  const durationMs = number(result?.totalDurationMs) ?? number(result?.durationMs);
  step.emit({
    kind: "toolResult",
    toolCallId: id as ToolCallId,
    content,
    isError,
    ...(exitCode !== undefined && { exitCode }),
    ...(durationMs !== undefined && { durationMs: Math.max(0, durationMs) }),
    ...(stopped && { truncated: true }),
  });
  step.setCall(id, undefined);
  if (result?.isAsync === true) step.set({ background: new Set([...step.state.background, id]) });
  else if (!step.state.background.has(id)) abandonCallsOf(step, id);
  if (isError) return true;
  emitFileChanges(step, id, call, message.toolUseResult);
  updatePlan(step, call, result);
  return true;
}

interface Outcome {
  readonly meta: Json | undefined;
  readonly result: Json | undefined;
  readonly isError: boolean;
  readonly stopped: boolean;
}

/**
 * The call is over and its ask still open. Where answers are seen, nobody was asked in the end. Where a bare stdout is
 * read, the answer went over stdin: what the line tells of it is taken (332 says how it was decided), and an approval
 * that it tells nothing of stays open.
 */
function settle(step: Step, ask: OpenAsk<NativeAsk>, outcome: Outcome): void {
  if (step.state.answersSeen || outcome.stopped) closeAsk(step, ask, "withdrawn");
  else if (ask.kind === "question") settleQuestion(step, ask.id, outcome);
  else {
    const decided = decisionOf(object(outcome.meta?.permission_decision));
    if (decided) resolveApproval(step, ask.id, decided.decision, decided.by);
  }
}

function settleQuestion(step: Step, id: QuestionId, { result, isError }: Outcome): void {
  const answers = isError ? undefined : answersOf(object(result?.answers));
  const by = { by: "person" } as const;
  const reply = answers ? ({ kind: "answered", answers, by } as const) : ({ kind: "declined", by } as const);
  takeAnswer(step, { kind: "replied", questionId: id, reply });
}

function decisionOf(native: Json | undefined): { decision: Decision; by: DecidedBy } | undefined {
  const by: DecidedBy = { by: decider(text(native?.source) ?? "") };
  if (native?.decision === "accept") return { decision: { kind: "allow" }, by };
  if (native?.decision === "reject") return { decision: { kind: "deny" }, by };
  return undefined;
}

/** `user_temporary`, `user_reject` are answers; `user_permanent` is a rule of the CLI's; `config`, `hook` its policy. */
function decider(source: string): DecidedBy["by"] {
  if (source === "user_permanent") return "rule";
  return source.startsWith("user_") ? "person" : "policy";
}

function answersOf(native: Json | undefined): Record<string, string[]> | undefined {
  if (!native) return undefined;
  return Object.fromEntries(
    Object.entries(native).flatMap(([question, answer]) =>
      typeof answer === "string" ? [[question, [answer]]] : [],
    ),
  );
}

function contentOf(content: unknown): ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  return objects(content).map(blockOf);
}

function blockOf(block: Json): ContentBlock {
  if (block.type === "text" && typeof block.text === "string") return { kind: "text", text: block.text };
  const source = block.type === "image" ? object(block.source) : undefined;
  const data = source?.type === "base64" ? text(source.data) : undefined;
  if (data === undefined) return { kind: "native", native: block };
  return { kind: "image", mediaType: text(source?.media_type) ?? "application/octet-stream", data };
}

function exitCodeOf(content: readonly ContentBlock[]): number | undefined {
  const first = content[0];
  const found = first?.kind === "text" ? exitCodeLine.exec(first.text) : null;
  return found ? count(Number(found[1])) : undefined;
}
