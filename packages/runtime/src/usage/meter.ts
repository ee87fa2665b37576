import type { EventOf } from "@nucleic/protocol";
import { isKnown } from "../session/event-kinds.ts";
import type { SessionEvent } from "../session/session.ts";

/** Tokens, and dollars where a backend reported any. */
export interface UsageCounts {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly costUSD: number | undefined;
}

/** What one model took in one turn, in one quarter of an hour. */
export interface UsageEntry extends UsageCounts {
  readonly turnId: string;
  readonly model: string;
  /** Quarters of an hour since the epoch. */
  readonly quarter: number;
}

/** What of a session's usage has changed: entries as they are now, and those that are no more. */
export interface UsageChange {
  readonly set: readonly UsageEntry[];
  readonly removed: readonly Pick<UsageEntry, "turnId" | "model" | "quarter">[];
}

/** What a meter knows, as plain data. */
export interface MeterState {
  readonly entries: readonly (readonly [string, UsageEntry])[];
  readonly totals: readonly (readonly [string, UsageCounts])[];
  readonly unsure: readonly string[];
  readonly alone: readonly string[];
  readonly totalledTurn: string | undefined;
}

/** 15 minutes: every time zone's day begins with a quarter of an hour. */
export const quarterMs = 900_000;

/**
 * Counts a session's usage from its events, each token once. Backends report what a turn took, a running total for each
 * model, or both of the same tokens; the total tells more (it knows the model, and what subagents took), so it takes the
 * place of the turns' own reports since the last total of the same run.
 */
export class UsageMeter {
  readonly #entries: Map<string, UsageEntry> = new Map();
  readonly #changed: Set<string> = new Set();
  readonly #totals: Map<string, UsageCounts> = new Map();
  /** Models of which no total has come since the last run ended: some programs begin anew, others go on. */
  readonly #unsure: Set<string> = new Set();
  /** Reports of turns that no total has taken the place of yet. */
  readonly #alone: Set<string> = new Set();
  #totalledTurn: string | undefined;

  /** @param state where another one was. Whether its entries are kept anywhere is not known: all count as changed. */
  constructor(state?: MeterState) {
    if (state === undefined) return;
    this.#entries = new Map(state.entries);
    this.#changed = new Set(this.#entries.keys());
    this.#totals = new Map(state.totals);
    this.#unsure = new Set(state.unsure);
    this.#alone = new Set(state.alone);
    this.#totalledTurn = state.totalledTurn;
  }

  get state(): MeterState {
    return {
      entries: [...this.#entries],
      totals: [...this.#totals],
      unsure: [...this.#unsure],
      alone: [...this.#alone],
      totalledTurn: this.#totalledTurn,
    };
  }

  get entries(): readonly UsageEntry[] {
    return [...this.#entries.values()];
  }

  /** Takes one more event. */
  observe(event: SessionEvent): void {
    if (!isKnown(event)) return;
    if (event.kind === "usage") this.#take(event);
    else if (event.kind === "runFinished") this.#endRun();
  }

  /** What has changed since the last call. */
  takeChange(): UsageChange | undefined {
    if (this.#changed.size === 0) return undefined;
    const set: UsageEntry[] = [];
    const removed: UsageChange["removed"][number][] = [];
    for (const key of this.#changed) {
      const entry = this.#entries.get(key);
      if (entry) set.push(entry);
      else removed.push(partsOf(key));
    }
    this.#changed.clear();
    return { set, removed };
  }

  /** A change that could not be kept comes again with the next one. */
  giveBack({ set, removed }: UsageChange): void {
    for (const entry of [...set, ...removed]) this.#changed.add(keyOf(entry));
  }

  #take(event: EventOf<"usage">): void {
    const counts = countsOf(event);
    const turnId = event.turnId ?? "";
    const at = { turnId, model: event.model ?? "", quarter: Math.floor(event.at / quarterMs) };
    if (event.cumulative) this.#takeTotal(at, counts);
    // Its total has come already.
    else if (turnId !== this.#totalledTurn) this.#alone.add(this.#add(at, counts));
  }

  #takeTotal(at: Pick<UsageEntry, "turnId" | "model" | "quarter">, total: UsageCounts): void {
    const before = this.#totals.get(at.model);
    this.#totals.set(at.model, total);
    const isUnsure = this.#unsure.delete(at.model);
    const beganAnew =
      before === undefined || this.#beganAnew(before, total, isUnsure ? at.turnId : undefined);
    const news = beganAnew ? total : minus(total, before);
    if (tokens(news) === 0 && !news.costUSD) return;
    const replaced = this.#dropReports();
    this.#totalledTurn = at.turnId;
    this.#add(at, { ...news, costUSD: news.costUSD ?? replaced });
  }

  /** Whether a total counts from nothing again. Where it could be either, what the turn itself reports decides. */
  #beganAnew(before: UsageCounts, total: UsageCounts, unsureInTurn: string | undefined): boolean {
    if (isLess(total, before)) return true;
    if (unsureInTurn === undefined) return false;
    const reported = [...this.#alone].flatMap((key) => this.#entries.get(key) ?? []);
    const ofTurn = reported.filter((entry) => entry.turnId === unsureInTurn);
    if (ofTurn.length === 0) return false;
    const turn = ofTurn.reduce((sum, entry) => sum + tokens(entry), 0);
    return Math.abs(tokens(total) - turn) <= Math.abs(tokens(minus(total, before)) - turn);
  }

  /** Takes the turns' own reports away; gives what they said it cost. */
  #dropReports(): number | undefined {
    let cost: number | undefined;
    for (const key of this.#alone) {
      cost = plus(cost, this.#entries.get(key)?.costUSD);
      this.#entries.delete(key);
      this.#changed.add(key);
    }
    this.#alone.clear();
    return cost;
  }

  #endRun(): void {
    this.#alone.clear();
    this.#totalledTurn = undefined;
    for (const model of this.#totals.keys()) this.#unsure.add(model);
  }

  #add(at: Pick<UsageEntry, "turnId" | "model" | "quarter">, counts: UsageCounts): string {
    const key = keyOf(at);
    const known = this.#entries.get(key);
    this.#entries.set(key, { ...at, ...(known ? addCounts(known, counts) : counts) });
    this.#changed.add(key);
    return key;
  }
}

function countsOf(event: EventOf<"usage">): UsageCounts {
  return {
    inputTokens: event.inputTokens,
    cachedInputTokens: event.cachedInputTokens ?? 0,
    outputTokens: event.outputTokens,
    reasoningTokens: event.reasoningTokens ?? 0,
    costUSD: event.costUSD,
  };
}

function tokens({ inputTokens, outputTokens }: UsageCounts): number {
  return inputTokens + outputTokens;
}

function isLess(a: UsageCounts, b: UsageCounts): boolean {
  return a.inputTokens < b.inputTokens || a.outputTokens < b.outputTokens;
}

function minus(a: UsageCounts, b: UsageCounts): UsageCounts {
  return {
    inputTokens: a.inputTokens - b.inputTokens,
    cachedInputTokens: Math.max(0, a.cachedInputTokens - b.cachedInputTokens),
    outputTokens: a.outputTokens - b.outputTokens,
    reasoningTokens: Math.max(0, a.reasoningTokens - b.reasoningTokens),
    costUSD: a.costUSD === undefined ? undefined : Math.max(0, a.costUSD - (b.costUSD ?? 0)),
  };
}

/** Both together. A cost that neither has stays unknown. */
export function addCounts(a: UsageCounts, b: UsageCounts): UsageCounts {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    costUSD: plus(a.costUSD, b.costUSD),
  };
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

function keyOf({ turnId, model, quarter }: Pick<UsageEntry, "turnId" | "model" | "quarter">): string {
  return JSON.stringify([turnId, model, quarter]);
}

function partsOf(key: string): Pick<UsageEntry, "turnId" | "model" | "quarter"> {
  const [turnId, model, quarter] = JSON.parse(key) as [string, string, number];
  return { turnId, model, quarter };
}
