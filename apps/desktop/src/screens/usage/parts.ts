import type { UsageItem } from "@nucleic/protocol/messages";

/** What a bar is made of, from its foot on. */
export const parts = [
  { part: "cached", label: "Input from cache" },
  { part: "input", label: "Other input" },
  { part: "output", label: "Output" },
] as const;

export type Part = (typeof parts)[number]["part"];

/** What is read from a cache is a part of the input. */
export function partsOf({ inputTokens, cachedInputTokens, outputTokens }: UsageItem): Record<Part, number> {
  const cached = Math.min(cachedInputTokens, inputTokens);
  return { cached, input: inputTokens - cached, output: outputTokens };
}

export function tokensOf({ inputTokens, outputTokens }: UsageItem): number {
  return inputTokens + outputTokens;
}

/** More bars than that are not compared by eye: the longest are left, longest first. */
export function longest(items: readonly UsageItem[]): readonly UsageItem[] {
  return [...items].sort((a, b) => tokensOf(b) - tokensOf(a)).slice(0, 12);
}
