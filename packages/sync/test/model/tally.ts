/** What happened in the runs so far, so that a report can say that it did. */
export const counted = [
  "steps",
  "virtual seconds",
  "records",
  "prompts",
  "answers to approvals",
  "approvals that several answered",
  "answers that came too late",
  "intents of which nobody can say what became",
  "intents that arrived again",
  "connections",
  "cuts at a byte",
  "cuts",
  "stalls",
  "frames",
  "frames doubled",
  "frames out of order",
  "frames lost",
  "hosts killed",
  "snapshots folded with what followed",
] as const;

export type Counted = (typeof counted)[number];

export class Tally {
  readonly #counts = new Map<Counted, number>();

  count(what: Counted, times = 1): void {
    this.#counts.set(what, this.of(what) + times);
  }

  of(what: Counted): number {
    return this.#counts.get(what) ?? 0;
  }
}
