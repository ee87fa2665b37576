import { expect, test } from "vitest";
import { sinceMs } from "../commands/usage.ts";
import type { Frame } from "./style.ts";
import { usageTable } from "./usage-table.ts";

const plain = (text: string) => text;
const frame = { width: 60, style: { bold: plain, dim: plain } } as unknown as Frame;
const sum = { cachedInputTokens: 0, reasoningTokens: 0, isCostPartial: false };

test("usage is a table with its sum, and a cost only where there is one", () => {
  const sums = [
    { ...sum, key: "2026-01-30", inputTokens: 12_345, outputTokens: 67 },
    { ...sum, key: "2026-01-31", inputTokens: 100, outputTokens: 7, cachedInputTokens: 90, costUSD: 1.5 },
  ];
  expect(usageTable("day", sums, plain, frame)).toEqual([
    "DAY            IN  CACHED  OUT    COST",
    "2026-01-30  12.3k       0   67",
    "2026-01-31    100      90    7   $1.50",
    "all         12.4k      90   74  $1.50+",
    "+ some of it came without a cost",
  ]);
});

test("since is a span or a day", () => {
  const now = Date.UTC(2026, 0, 31);
  expect(sinceMs("2d", now)).toBe(now - 172_800_000);
  expect(sinceMs("3h", now)).toBe(now - 10_800_000);
  expect(sinceMs("2026-01-30", now)).toBe(new Date(2026, 0, 30).getTime());
  for (const text of ["", "yesterday", "2026-13-01", "d"])
    expect(() => sinceMs(text, now)).toThrow(expect.objectContaining({ code: "usage" }));
});
