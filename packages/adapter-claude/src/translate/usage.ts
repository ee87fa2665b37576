import { count, type Json, name, number, object } from "@nucleic/adapter-kit";
import type { EventBody } from "@nucleic/protocol";

/**
 * What a result says of tokens and money: one event for the turn, then one for each model over the whole session.
 * `inputTokens` counts everything the model read, cached or not, as other backends do; the wire counts them apart.
 */
export function usageOf(result: Json, totalBefore: number): readonly EventBody[] {
  const models = Object.entries(object(result.modelUsage) ?? {});
  return [
    ...turnUsage(object(result.usage) ?? {}, costOf(result, totalBefore)),
    ...models.flatMap(([model, value]) => modelUsage(model, object(value) ?? {})),
  ];
}

/** `total_cost_usd` counts on over the process. Absent where it says nothing. */
function costOf(result: Json, totalBefore: number): number | undefined {
  const total = number(result.total_cost_usd);
  return total === undefined || total < totalBefore ? undefined : total - totalBefore;
}

function turnUsage(usage: Json, costUSD: number | undefined): readonly EventBody[] {
  const cached = count(usage.cache_read_input_tokens) ?? 0;
  const written = count(usage.cache_creation_input_tokens) ?? 0;
  const inputTokens = (count(usage.input_tokens) ?? 0) + cached + written;
  const outputTokens = count(usage.output_tokens) ?? 0;
  if (inputTokens === 0 && outputTokens === 0) return [];
  const reasoning = count(object(usage.output_tokens_details)?.thinking_tokens);
  return [usageEvent({ inputTokens, cached, outputTokens, reasoning, costUSD, cumulative: false })];
}

function modelUsage(model: string, usage: Json): readonly EventBody[] {
  const cached = count(usage.cacheReadInputTokens) ?? 0;
  const written = count(usage.cacheCreationInputTokens) ?? 0;
  return [
    usageEvent({
      model,
      inputTokens: (count(usage.inputTokens) ?? 0) + cached + written,
      cached,
      outputTokens: count(usage.outputTokens) ?? 0,
      reasoning: count(usage.thinkingTokens),
      costUSD: number(usage.costUSD),
      contextWindow: count(usage.contextWindow),
      cumulative: true,
    }),
  ];
}

function usageEvent(of: {
  readonly model?: string;
  readonly inputTokens: number;
  readonly cached: number;
  readonly outputTokens: number;
  readonly reasoning: number | undefined;
  readonly costUSD: number | undefined;
  readonly contextWindow?: number | undefined;
  readonly cumulative: boolean;
}): EventBody {
  return {
    kind: "usage",
    ...(of.model !== undefined && { model: of.model }),
    inputTokens: of.inputTokens,
    cachedInputTokens: of.cached,
    outputTokens: of.outputTokens,
    ...(of.reasoning !== undefined && { reasoningTokens: of.reasoning }),
    ...(of.costUSD !== undefined && { costUSD: of.costUSD }),
    ...(of.contextWindow !== undefined && { contextWindow: of.contextWindow }),
    cumulative: of.cumulative,
  };
}

/** `rate_limit_info`: `resetsAt` is in seconds, `utilization` a fraction. Seen in the binary, not in a capture. */
export function rateLimitOf(info: Json): EventBody {
  const window = name(info.rateLimitType);
  const used = number(info.utilization);
  const resetsAt = number(info.resetsAt);
  const status = name(info.status);
  return {
    kind: "rateLimit",
    ...(window !== undefined && { window }),
    ...(used !== undefined && used >= 0 && { usedPercent: used * 100 }),
    ...(resetsAt !== undefined && resetsAt >= 0 && { resetsAt: Math.round(resetsAt * 1000) }),
    ...(status !== undefined && { status }),
  };
}
