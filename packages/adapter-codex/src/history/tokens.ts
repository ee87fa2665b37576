import { type Json, object } from "@nucleic/adapter-kit";
import type { Rollout } from "./rollout.ts";

/** What one request took, and the thread so far (0.171.0). */
export function takeUsageRecord(told: Rollout, payload: Json): void {
  told.set({ hasUsageRecords: true });
  tell(told, object(payload.thread_token_usage), object(payload.usage), undefined);
}

/** The same of older versions. It comes again with each news of the account's limits. */
export function takeTokenCount(told: Rollout, payload: Json): void {
  const info = object(payload.info);
  if (!info || told.state.hasUsageRecords) return;
  const total = JSON.stringify(info.total_token_usage);
  if (total === told.state.lastTotal) return;
  told.set({ lastTotal: total });
  tell(told, object(info.total_token_usage), object(info.last_token_usage), info.model_context_window);
}

export function takeLimits(told: Rollout, limits: Json): void {
  const window = (value: unknown): Json | null => {
    const native = object(value);
    return native
      ? {
          usedPercent: native.used_percent,
          windowDurationMins: native.window_minutes,
          resetsAt: native.resets_at,
        }
      : null;
  };
  told.notify("account/rateLimits/updated", {
    rateLimits: {
      primary: window(limits.primary),
      secondary: window(limits.secondary),
      rateLimitReachedType: limits.rate_limit_reached_type,
    },
  });
}

function tell(
  told: Rollout,
  total: Json | undefined,
  last: Json | undefined,
  modelContextWindow: unknown,
): void {
  told.notify("thread/tokenUsage/updated", {
    turnId: told.turnId,
    tokenUsage: { total: counts(total), last: counts(last), modelContextWindow },
  });
}

function counts(usage: Json = {}): Json {
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: usage.cached_input_tokens,
    outputTokens: usage.output_tokens,
    reasoningOutputTokens: usage.reasoning_output_tokens,
  };
}
