import type { UsageItem } from "@nucleic/protocol/messages";

const dayMs = 86_400_000;

/** So many fit side by side on a phone, and fewer would be no row of days. */
const maxDays = 30;
const minDays = 14;

/** The last two to four weeks, day by day, also those on which nothing was used. */
export function eachDay(items: readonly UsageItem[]): readonly UsageItem[] {
  const known = new Map(items.map((item) => [item.key, item]));
  const last = Date.parse(items.at(-1)?.key ?? "");
  const begin = Math.min(Date.parse(items[0]?.key ?? ""), last - (minDays - 1) * dayMs);
  const first = Math.max(begin, last - (maxDays - 1) * dayMs);
  // Keys that are no days stay as they are.
  if (Number.isNaN(first)) return items;
  const days: UsageItem[] = [];
  for (let at = first; at <= last; at += dayMs) {
    const key = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(key) ?? { ...unused, key });
  }
  return days;
}

const unused = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  isCostPartial: false,
};
