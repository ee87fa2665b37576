import { closeAsk } from "@nucleic/adapter-kit";
import type { PlanEntry } from "@nucleic/protocol";
import { coverageOf, notifications } from "../wire/coverage.ts";
import type {
  CommandExecutionOutputDeltaNotification,
  FileChangePatchUpdatedNotification,
  McpToolCallProgressNotification,
  ServerNotificationMethod,
  ServerRequestResolvedNotification,
  TurnPlanUpdatedNotification,
} from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose, NotificationLine } from "../wire/messages.ts";
import { name, object, objects, text } from "../wire/read.ts";
import { takeOutput, takePatch } from "./call.ts";
import type { CodexStep } from "./codex-step.ts";
import { takeError } from "./failure.ts";
import { takeItemCompleted, takeItemStarted } from "./item.ts";
import { takeMessageDelta, takeReasoningDelta, takeSummaryDelta } from "./item-text.ts";
import { takeSettings } from "./session.ts";
import { noteSubagent, takeOfSubagent } from "./subagent.ts";
import { takeTurnCompleted, takeTurnStarted } from "./turn.ts";
import { takeRateLimits, takeTokenUsage } from "./usage.ts";

type Take = (step: CodexStep, line: NotificationLine) => void;

/** Deltas and the like: only of the turn that is open. */
const inTurn =
  (take: (step: CodexStep, params: Json) => void): Take =>
  (step, { params }) => {
    if (step.belongs(params)) take(step, params);
  };

const always =
  (take: (step: CodexStep, params: Json) => void): Take =>
  (step, { params }) =>
    take(step, params);

/** What is done with each notification that the coverage table calls modelled. */
export const taken: Readonly<Partial<Record<ServerNotificationMethod, Take>>> = {
  error: always(takeError),
  "turn/started": always(takeTurnStarted),
  "turn/completed": always(takeTurnCompleted),
  "turn/plan/updated": inTurn(takePlan),
  "item/started": takeItemStarted,
  "item/completed": takeItemCompleted,
  "item/agentMessage/delta": inTurn((step, params) => takeMessageDelta(step, params, "agentMessage")),
  "item/plan/delta": inTurn((step, params) => takeMessageDelta(step, params, "plan")),
  "item/reasoning/summaryTextDelta": inTurn(takeSummaryDelta),
  "item/reasoning/textDelta": inTurn(takeReasoningDelta),
  "item/commandExecution/outputDelta": always(takeCommandOutput),
  "item/fileChange/patchUpdated": always(takePatchUpdated),
  "item/mcpToolCall/progress": always(takeProgress),
  "serverRequest/resolved": always(takeResolved),
  "thread/tokenUsage/updated": always(takeTokenUsage),
  "thread/settings/updated": always(takeSettings),
  "account/rateLimits/updated": always(takeRateLimits),
};

/** One notification of this thread, or of none: modelled, silent, or passed on as it came. */
export function takeNotification(step: CodexStep, line: NotificationLine): void {
  const { session } = step.state;
  const threadId = name(line.params.threadId);
  // One server may serve several threads; whoever reads it gives each its own lines, and those of its subagents.
  if (session && threadId !== undefined && threadId !== session.backendSessionId) {
    if (line.method === "serverRequest/resolved") takeResolved(step, line.params);
    else if (step.state.subagents.has(threadId)) takeOfSubagent(step, threadId, line);
    return;
  }
  noteSubagent(step, object(line.params.item) ?? {});
  const take = Object.hasOwn(taken, line.method) ? taken[line.method as ServerNotificationMethod] : undefined;
  if (take) take(step, line);
  else if (coverageOf(notifications, line.method)?.is !== "silent") step.raw(line.native);
}

function takePlan(step: CodexStep, params: Json): void {
  const { plan }: Loose<TurnPlanUpdatedNotification> = params;
  const entries = objects(plan).map(
    ({ step: words, status }): PlanEntry => ({ text: text(words) ?? "", status: planStatus(status) }),
  );
  step.emit({ kind: "planUpdated", entries });
}

function planStatus(status: unknown): PlanEntry["status"] {
  return status === "completed" || status === "inProgress" ? status : "pending";
}

function takeCommandOutput(step: CodexStep, params: Json): void {
  const { itemId, delta }: Loose<CommandExecutionOutputDeltaNotification> = params;
  takeOutput(step, text(itemId) ?? "", text(delta) ?? "");
}

function takePatchUpdated(step: CodexStep, params: Json): void {
  const { itemId, changes }: Loose<FileChangePatchUpdatedNotification> = params;
  takePatch(step, text(itemId) ?? "", changes);
}

function takeProgress(step: CodexStep, params: Json): void {
  const { itemId, message }: Loose<McpToolCallProgressNotification> = params;
  const words = name(message);
  if (words !== undefined) takeOutput(step, text(itemId) ?? "", `${words}\n`);
}

/**
 * A request of the server is settled: by our answer, or because nobody waits for one any more. After an answer the ask is
 * closed already; where a bare stdout is read it is not said which of the two it was.
 */
function takeResolved(step: CodexStep, params: Json): void {
  const { requestId }: Loose<ServerRequestResolvedNotification> = params;
  if (!step.state.answersSeen) return;
  for (const ask of step.state.asks.values())
    if (ask.native.requestId === requestId) closeAsk(step, ask, "withdrawn");
}
