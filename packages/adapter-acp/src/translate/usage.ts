import type { EventBodyOf } from "@nucleic/protocol";
import type { UsagePlace } from "../quirks/quirks.ts";
import type { Json } from "../wire/messages.ts";
import { at, count, name, number, object, objects } from "../wire/read.ts";
import type { OpenTurn } from "./state.ts";
import type { Step } from "./step.ts";

/** `usage_update`: how full the context is, and what the session has cost so far. Told at the end of the turn. */
export function takeUsageUpdate(step: Step, update: Json): void {
  const used = count(update.used);
  const cost = object(update.cost);
  const amount = cost?.currency === "USD" ? number(cost.amount) : undefined;
  if (used !== undefined) step.setTurn({ context: { used, size: count(update.size) } });
  if (amount !== undefined) step.set({ cost: { ...step.state.cost, totalUSD: amount } });
}

/** What a turn has used, where the agent says so at all. `result` is that of session/prompt. */
export function emitUsage(step: Step, turn: OpenTurn, result: Json): void {
  const tokens = firstTokens(step.state.quirks.usage, result) ?? contextTokens(turn);
  if (!tokens) return;
  const { totalUSD, toldUSD } = step.state.cost;
  step.set({ cost: { totalUSD, toldUSD: totalUSD } });
  const costUSD = totalUSD - toldUSD;
  const contextWindow = turn.context?.size;
  step.emit({
    kind: "usage",
    ...tokens,
    // A cost of nothing is no report of one.
    ...(costUSD > 0 && { costUSD }),
    ...(contextWindow !== undefined && { contextWindow }),
    cumulative: false,
  });
}

type Tokens = Pick<
  EventBodyOf<"usage">,
  "model" | "inputTokens" | "cachedInputTokens" | "outputTokens" | "reasoningTokens"
>;

function firstTokens(places: readonly UsagePlace[], result: Json): Tokens | undefined {
  for (const place of places) {
    const native = object(at(result, place.path));
    const tokens = native && (place.as === "quota" ? quotaTokens(native) : usageTokens(native));
    if (tokens) return tokens;
  }
  return undefined;
}

/**
 * `inputTokens` counts all that the model read, cached or not, and `outputTokens` all that it wrote, thoughts included.
 * Some agents count the parts apart (claude-agent-acp, opencode), some within (Grok): their total says which.
 */
function usageTokens(usage: Json): Tokens | undefined {
  const input = count(usage.inputTokens);
  const output = count(usage.outputTokens);
  if (input === undefined || output === undefined) return undefined;
  const cached = count(usage.cachedReadTokens);
  const written = count(usage.cachedWriteTokens) ?? 0;
  const reasoning = count(usage.thoughtTokens) ?? count(usage.reasoningTokens);
  const isWithin = count(usage.totalTokens) === input + output;
  return {
    ...modelIn(Object.keys(object(usage.modelUsage) ?? {})),
    inputTokens: isWithin ? input : input + (cached ?? 0) + written,
    ...(cached !== undefined && { cachedInputTokens: cached }),
    outputTokens: isWithin ? output : output + (reasoning ?? 0),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  };
}

function quotaTokens(quota: Json): Tokens | undefined {
  const tokens = object(quota.token_count);
  const inputTokens = count(tokens?.input_tokens);
  const outputTokens = count(tokens?.output_tokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const models = objects(quota.model_usage).flatMap(({ model }) => name(model) ?? []);
  return { ...modelIn(models), inputTokens, outputTokens };
}

/** Named only where one model did it all. */
function modelIn(models: readonly string[]): Pick<Tokens, "model"> {
  const [model] = models;
  return models.length === 1 && model !== undefined ? { model } : {};
}

/**
 * codex-acp gives nothing but the size of the context after the last reply: what that one read and wrote, not told
 * apart. It is the least that the turn has used.
 */
function contextTokens({ context }: OpenTurn): Tokens | undefined {
  return context && { inputTokens: context.used, outputTokens: 0 };
}
