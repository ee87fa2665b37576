import { z } from "zod";
import { event } from "./envelope.ts";

const tokens = z.number().int().nonnegative();

/** Tokens and, where the backend reports it, money. `cumulative` over the session, or of this turn alone. */
export const Usage = event("usage", {
  model: z.string().optional(),
  inputTokens: tokens,
  cachedInputTokens: tokens.optional(),
  outputTokens: tokens,
  reasoningTokens: tokens.optional(),
  /** US dollars. Absent, never 0, where the backend reports none. */
  costUSD: z.number().nonnegative().optional(),
  contextWindow: tokens.optional(),
  cumulative: z.boolean(),
});

/** How much of the account's allowance is used. */
export const RateLimit = event("rateLimit", {
  window: z.string().optional(),
  usedPercent: z.number().nonnegative().optional(),
  /** Epoch milliseconds. */
  resetsAt: z.number().int().nonnegative().optional(),
  status: z.string().optional(),
});

/** The backend shortened its own memory of the session. */
export const Compaction = event("compaction", {
  trigger: z.string().optional(),
  tokensBefore: tokens.optional(),
});
