import { count, type Json, object } from "@nucleic/adapter-kit";

/** Tokens as a `result` line names them for each model. */
interface Counts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly thinkingTokens: number;
}

/** What was used so far. The file repeats a reply's usage on the line of each of its blocks, growing. */
export interface Tally {
  /** Of the whole session, by model. */
  readonly models: ReadonlyMap<string, Counts>;
  /** Of the agent itself in the turn that is open. */
  readonly turn: Counts;
  /** By source: the last reply, which may be told again. */
  readonly last: ReadonlyMap<string, { readonly messageId: string; readonly counts: Counts }>;
}

const nothing: Counts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  thinkingTokens: 0,
};

export const noTally: Tally = { models: new Map(), turn: nothing, last: new Map() };

/** Counts a reply; of one that was counted already, only what is more. */
export function addReply(
  tally: Tally,
  reply: {
    readonly source: string;
    readonly messageId: string;
    readonly model: string;
    readonly usage: Json;
  },
): Tally {
  const { source, messageId, model, usage } = reply;
  const counts = countsOf(usage);
  const last = tally.last.get(source);
  const before = last?.messageId === messageId ? last.counts : nothing;
  const more = combine(counts, before, (a, b) => Math.max(0, a - b));
  const add = (sum: Counts) => combine(sum, more, (a, b) => a + b);
  return {
    models: new Map(tally.models).set(model, add(tally.models.get(model) ?? nothing)),
    turn: source === "" ? add(tally.turn) : tally.turn,
    last: new Map(tally.last).set(source, { messageId, counts: combine(counts, before, Math.max) }),
  };
}

/** The turn is told; subagents that have ended are forgotten with it. */
export function endTurn(tally: Tally): Tally {
  const own = tally.last.get("");
  return { models: tally.models, turn: nothing, last: new Map(own && [["", own]]) };
}

/** `usage` and `modelUsage`, as the `result` line of the turn had them. */
export function resultUsage({ turn, models }: Tally): Json {
  return {
    usage: {
      input_tokens: turn.inputTokens,
      output_tokens: turn.outputTokens,
      cache_read_input_tokens: turn.cacheReadInputTokens,
      cache_creation_input_tokens: turn.cacheCreationInputTokens,
      output_tokens_details: { thinking_tokens: turn.thinkingTokens },
    },
    modelUsage: Object.fromEntries(models),
  };
}

function countsOf(usage: Json): Counts {
  return {
    inputTokens: count(usage.input_tokens) ?? 0,
    outputTokens: count(usage.output_tokens) ?? 0,
    cacheReadInputTokens: count(usage.cache_read_input_tokens) ?? 0,
    cacheCreationInputTokens: count(usage.cache_creation_input_tokens) ?? 0,
    thinkingTokens: count(object(usage.output_tokens_details)?.thinking_tokens) ?? 0,
  };
}

function combine(a: Counts, b: Counts, join: (a: number, b: number) => number): Counts {
  return {
    inputTokens: join(a.inputTokens, b.inputTokens),
    outputTokens: join(a.outputTokens, b.outputTokens),
    cacheReadInputTokens: join(a.cacheReadInputTokens, b.cacheReadInputTokens),
    cacheCreationInputTokens: join(a.cacheCreationInputTokens, b.cacheCreationInputTokens),
    thinkingTokens: join(a.thinkingTokens, b.thinkingTokens),
  };
}
