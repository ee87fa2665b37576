import type { EventOf } from "@nucleic/protocol";
import { formatCost, formatTokens } from "./format.ts";

/** What a session has used: the latest cumulative reports by model, plus the turns reported on their own since. */
export interface UsageTotals {
  readonly byModel: Readonly<Record<string, UsageSum>>;
}

interface UsageSum {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUSD?: number;
}

export const noUsage: UsageTotals = { byModel: {} };

/** Takes in a report. A cumulative one replaces what was known of its model, any other adds to it. */
export function addUsage(totals: UsageTotals, event: EventOf<"usage">): UsageTotals {
  const model = event.model ?? "";
  const before = event.cumulative ? undefined : totals.byModel[model];
  const cost =
    event.costUSD === undefined && before?.costUSD === undefined
      ? {}
      : { costUSD: (before?.costUSD ?? 0) + (event.costUSD ?? 0) };
  const sum: UsageSum = {
    inputTokens: (before?.inputTokens ?? 0) + event.inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + event.outputTokens,
    ...cost,
  };
  return { byModel: { ...totals.byModel, [model]: sum } };
}

/** `12.3k tokens in, 1.2k out, $0.12`; empty where nothing was reported. A cost nobody reported is not shown as 0. */
export function usageText(totals: UsageTotals): string {
  const sums = Object.values(totals.byModel);
  if (sums.length === 0) return "";
  const input = sums.reduce((sum, one) => sum + one.inputTokens, 0);
  const output = sums.reduce((sum, one) => sum + one.outputTokens, 0);
  const costs = sums.flatMap((one) => (one.costUSD === undefined ? [] : [one.costUSD]));
  const cost = costs.length > 0 ? `, ${formatCost(costs.reduce((sum, one) => sum + one, 0))}` : "";
  return `${formatTokens(input)} tokens in, ${formatTokens(output)} out${cost}`;
}
