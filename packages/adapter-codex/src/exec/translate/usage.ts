import type { Json } from "../../wire/messages.ts";
import { count } from "../../wire/read.ts";
import { noUsage, type UsageTotals } from "./state.ts";
import type { ExecStep } from "./turn.ts";

/**
 * `turn.completed` counts over the whole thread: the turn's own usage is what has been added since it was last told. It
 * thus includes what turns used that were interrupted or failed in between. For the first turn of a session that was
 * taken up it is not known, and only the whole is told.
 */
export function emitUsage(step: ExecStep, usage: Json): void {
  const before = step.state.totals;
  const totals: UsageTotals = {
    inputTokens: count(usage.input_tokens) ?? 0,
    cachedInputTokens: count(usage.cached_input_tokens) ?? 0,
    outputTokens: count(usage.output_tokens) ?? 0,
    reasoningTokens: count(usage.reasoning_output_tokens) ?? 0,
  };
  if (totals.inputTokens === 0 && totals.outputTokens === 0) return;
  step.set({ totals });
  if (before && isUpTo(before, totals))
    step.emit({ kind: "usage", ...minus(totals, before), cumulative: false });
  if (before !== noUsage) step.emit({ kind: "usage", ...totals, cumulative: true });
}

/** A count that went back is another thread's: nothing can be said of the turn alone. */
function isUpTo(before: UsageTotals, after: UsageTotals): boolean {
  return before.inputTokens <= after.inputTokens && before.outputTokens <= after.outputTokens;
}

function minus(after: UsageTotals, before: UsageTotals): UsageTotals {
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    cachedInputTokens: Math.max(0, after.cachedInputTokens - before.cachedInputTokens),
    outputTokens: after.outputTokens - before.outputTokens,
    reasoningTokens: Math.max(0, after.reasoningTokens - before.reasoningTokens),
  };
}
