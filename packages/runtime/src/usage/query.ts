import type { ProjectId, SessionId } from "@nucleic/protocol";
import { type RawBuilder, sql } from "kysely";
import type { RuntimeDatabase } from "../database/open.ts";
import { quarterMs } from "./meter.ts";

/** What to add up usage by. */
export type UsageBy = "turn" | "session" | "day" | "project" | "model";

/** Which usage to add up, and how. Everything given has to hold. */
export interface UsageQuery {
  /** Default `day`. */
  readonly by?: UsageBy;
  /** Epoch milliseconds, inclusive; counted by quarters of an hour. */
  readonly from?: number;
  /** Epoch milliseconds, exclusive. */
  readonly to?: number;
  readonly projectId?: ProjectId;
  readonly sessionId?: SessionId;
  /** Whose days: those of this machine's time zone, the default, or UTC's. */
  readonly days?: "local" | "utc";
}

/** Usage of one day, session, turn, project or model. */
export interface UsageSum {
  /** `YYYY-MM-DD`, an id, or a model's name; empty where the backend named no turn or model. */
  readonly key: string;
  readonly inputTokens: number;
  /** Those of the input that came from a cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Those of the output that were thought and not said. */
  readonly reasoningTokens: number;
  /** US dollars, as reported. Absent, never 0, where no backend reported any. */
  readonly costUSD?: number;
  /** Something in here came without a cost: `costUSD` is less than what it took. */
  readonly isCostPartial: boolean;
}

/**
 * Adds usage up: days, turns and sessions oldest first, projects and models by tokens. A report counts for when it was
 * made: a turn over midnight belongs to both days.
 */
export async function queryUsage(
  database: RuntimeDatabase,
  query: UsageQuery = {},
): Promise<readonly UsageSum[]> {
  const { by = "day", from, to, projectId, sessionId, days = "local" } = query;
  const key = keys[by](days);
  let rows = database
    .selectFrom("usage")
    .innerJoin("session", "session.id", "usage.session_id")
    .select(({ fn }) => [
      key.as("key"),
      fn.sum<number>("input_tokens").as("inputTokens"),
      fn.sum<number>("cached_input_tokens").as("cachedInputTokens"),
      fn.sum<number>("output_tokens").as("outputTokens"),
      fn.sum<number>("reasoning_tokens").as("reasoningTokens"),
      fn.sum<number | null>("cost_usd").as("costUSD"),
      sql<number>`count(*) - count(cost_usd)`.as("uncosted"),
      fn.min("quarter").as("first"),
    ])
    .groupBy(key);
  if (from !== undefined) rows = rows.where("quarter", ">=", Math.floor(from / quarterMs));
  if (to !== undefined) rows = rows.where("quarter", "<", Math.ceil(to / quarterMs));
  if (projectId !== undefined) rows = rows.where("session.project_id", "=", projectId);
  if (sessionId !== undefined) rows = rows.where("usage.session_id", "=", sessionId);
  const sums = await rows.execute();
  const inTime = by === "day" || by === "turn" || by === "session";
  const size = (sum: (typeof sums)[number]) => sum.inputTokens + sum.outputTokens;
  sums.sort((a, b) => (inTime ? a.first - b.first : size(b) - size(a)) || (a.key < b.key ? -1 : 1));
  return sums.map(({ first: _first, uncosted, costUSD, ...sum }) => ({
    ...sum,
    ...(costUSD !== null && { costUSD }),
    isCostPartial: costUSD !== null && uncosted > 0,
  }));
}

const keys: Readonly<Record<UsageBy, (days: "local" | "utc") => RawBuilder<string>>> = {
  turn: () => sql<string>`usage.turn_id`,
  session: () => sql<string>`usage.session_id`,
  project: () => sql<string>`session.project_id`,
  model: () => sql<string>`usage.model`,
  day: (days) =>
    days === "utc"
      ? sql<string>`strftime('%Y-%m-%d', usage.quarter * 900, 'unixepoch')`
      : sql<string>`strftime('%Y-%m-%d', usage.quarter * 900, 'unixepoch', 'localtime')`,
};
