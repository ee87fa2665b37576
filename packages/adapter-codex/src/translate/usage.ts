import type { EventBody } from "@nucleic/protocol";
import type {
  AccountRateLimitsUpdatedNotification,
  RateLimitWindow,
  ThreadTokenUsageUpdatedNotification,
} from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose } from "../wire/messages.ts";
import { count, name, number, object } from "../wire/read.ts";
import type { CodexStep } from "./codex-step.ts";
import type { Tokens } from "./state.ts";

/**
 * Tokens after each request to the model: the thread's sum is told at once, the turn's with its end. A resumed thread
 * says again what its last turn took; that is no news. Codex names no cost.
 */
export function takeTokenUsage(step: CodexStep, params: Json): void {
  if (!step.belongs(params)) return;
  const { tokenUsage }: Loose<ThreadTokenUsageUpdatedNotification> = params;
  const native = object(tokenUsage) ?? {};
  const last = tokensOf(native.last);
  step.setTurn({ tokens: sum(step.state.turn?.tokens, last) });
  const contextWindow = count(native.modelContextWindow);
  step.emit({
    ...usageEvent(tokensOf(native.total), step.state.session?.model),
    ...(contextWindow !== undefined && { contextWindow }),
    cumulative: true,
  });
}

/** What a turn took, over all its requests. */
export function turnUsage(tokens: Tokens, model: string | undefined): EventBody {
  return { ...usageEvent(tokens, model), cumulative: false };
}

/** How far the account's windows are used. An account without limits names none. */
export function takeRateLimits(step: CodexStep, params: Json): void {
  const { rateLimits }: Loose<AccountRateLimitsUpdatedNotification> = params;
  const native = object(rateLimits) ?? {};
  const status = name(native.rateLimitReachedType);
  for (const window of [native.primary, native.secondary]) {
    const facts: Loose<RateLimitWindow> | undefined = object(window);
    if (!facts) continue;
    const minutes = count(facts.windowDurationMins);
    const usedPercent = number(facts.usedPercent);
    const resetsAt = number(facts.resetsAt);
    step.emit({
      kind: "rateLimit",
      ...(minutes !== undefined && { window: windowName(minutes) }),
      ...(usedPercent !== undefined && usedPercent >= 0 && { usedPercent }),
      // Seconds on the wire.
      ...(resetsAt !== undefined && resetsAt >= 0 && { resetsAt: Math.round(resetsAt * 1000) }),
      ...(status !== undefined && { status }),
    });
  }
}

function windowName(minutes: number): string {
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}min`;
}

function usageEvent({ input, cached, output, reasoning }: Tokens, model: string | undefined) {
  return {
    kind: "usage",
    ...(model !== undefined && { model }),
    inputTokens: input,
    cachedInputTokens: cached,
    outputTokens: output,
    reasoningTokens: reasoning,
  } as const;
}

function tokensOf(value: unknown): Tokens {
  const native = object(value) ?? {};
  return {
    input: count(native.inputTokens) ?? 0,
    cached: count(native.cachedInputTokens) ?? 0,
    output: count(native.outputTokens) ?? 0,
    reasoning: count(native.reasoningOutputTokens) ?? 0,
  };
}

function sum(before: Tokens | undefined, more: Tokens): Tokens {
  if (!before) return more;
  return {
    input: before.input + more.input,
    cached: before.cached + more.cached,
    output: before.output + more.output,
    reasoning: before.reasoning + more.reasoning,
  };
}
