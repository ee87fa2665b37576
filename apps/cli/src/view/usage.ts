import type { EventOf } from "@nucleic/protocol";
import { totalUsage } from "@nucleic/runtime";
import { formatCost, formatTokens } from "./format.ts";

/** What has to be kept of a session to say what it used. */
export type UsageReport = EventOf<"usage"> | EventOf<"runFinished">;

/** `12.3k tokens in, 1.2k out, $0.12`; empty where nothing was reported. A cost nobody reported is not shown as 0. */
export function usageText(reports: readonly UsageReport[]): string {
  const total = totalUsage(reports);
  if (!total) return "";
  const cost = total.costUSD === undefined ? "" : `, ${formatCost(total.costUSD)}`;
  return `${formatTokens(total.inputTokens)} tokens in, ${formatTokens(total.outputTokens)} out${cost}`;
}
