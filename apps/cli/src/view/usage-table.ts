import type { UsageItem } from "@nucleic/protocol/messages";
import type { UsageBy } from "@nucleic/runtime";
import { formatCost, formatTokens } from "./format.ts";
import type { Frame } from "./style.ts";
import { type Column, table } from "./table.ts";

/** Usage as a table with the sum of all below it, where there are several rows. A cost nobody reported is left empty. */
export function usageTable(
  by: UsageBy,
  sums: readonly UsageItem[],
  name: (key: string) => string,
  frame: Frame,
): string[] {
  const { style } = frame;
  const all = sums.length > 1 ? [{ ...total(sums), key: "" }] : [];
  const cells = [...sums, ...all].map((sum, i) => [
    i < sums.length ? name(sum.key) : "all",
    formatTokens(sum.inputTokens),
    formatTokens(sum.cachedInputTokens),
    formatTokens(sum.outputTokens),
    sum.costUSD === undefined ? "" : `${formatCost(sum.costUSD)}${sum.isCostPartial ? "+" : ""}`,
  ]);
  const heads = [by.toUpperCase(), "IN", "CACHED", "OUT", "COST"];
  const widths = heads.map((head, i) => Math.max(head.length, ...cells.map((row) => (row[i] ?? "").length)));
  const right = (text: string, i: number) => (i === 0 ? text : text.padStart(widths[i] ?? 0));
  const layout: Column[] = heads.map((head, i) => ({
    head: right(head, i),
    min: i === 0 ? 10 : (widths[i] ?? 0),
    ...(i === 0 && { grow: true, paint: style.bold }),
    ...(i === 2 && { paint: style.dim }),
  }));
  const lines = table(
    layout,
    cells.map((row) => row.map(right)),
    frame,
  );
  return [
    ...lines,
    ...([...sums, ...all].some((sum) => sum.isCostPartial)
      ? [style.dim("+ some of it came without a cost")]
      : []),
  ];
}

function total(sums: readonly UsageItem[]): Omit<UsageItem, "key"> {
  const add = (of: (sum: UsageItem) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  const costs = sums.flatMap((sum) => sum.costUSD ?? []);
  return {
    inputTokens: add((sum) => sum.inputTokens),
    cachedInputTokens: add((sum) => sum.cachedInputTokens),
    outputTokens: add((sum) => sum.outputTokens),
    reasoningTokens: add((sum) => sum.reasoningTokens),
    ...(costs.length > 0 && { costUSD: costs.reduce((all, cost) => all + cost, 0) }),
    isCostPartial: costs.length > 0 && (costs.length < sums.length || sums.some((sum) => sum.isCostPartial)),
  };
}
