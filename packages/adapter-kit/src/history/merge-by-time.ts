import type { NativeLine } from "./native-records.ts";

/** A file of a native session: the main one, or a subagent's. */
export interface NativeSource {
  /** What its lines are told apart by: for a subagent, the tool call that started it. */
  readonly name: string;
  /** When it begins. It is opened when the others have come that far. */
  readonly startsAt: number;
  open(): AsyncIterator<NativeLine, void, undefined>;
}

/** A line, and the source that it is from. */
export interface SourcedLine {
  readonly source: string;
  readonly line: NativeLine;
}

interface Reading {
  readonly name: string;
  readonly lines: AsyncIterator<NativeLine, void, undefined>;
  next: NativeLine;
}

/**
 * The lines of all sources in the order of their times, each source in its own order. Holds one line of each that is
 * open. At the same time a source that began later goes first: what a subagent says comes before the result of its call.
 */
export async function* mergeByTime(
  sources: readonly NativeSource[],
): AsyncGenerator<SourcedLine, void, undefined> {
  const waiting = [...sources].sort((a, b) => a.startsAt - b.startsAt);
  const readings: Reading[] = [];
  try {
    for (;;) {
      const due = earliest(readings);
      const [opening] = waiting;
      if (opening && (due === undefined || opening.startsAt <= due.next.at)) {
        waiting.shift();
        const lines = opening.open();
        const first = await lines.next();
        if (!first.done) readings.push({ name: opening.name, lines, next: first.value });
        continue;
      }
      if (due === undefined) return;
      yield { source: due.name, line: due.next };
      const { done, value } = await due.lines.next();
      if (done) readings.splice(readings.indexOf(due), 1);
      else due.next = value;
    }
  } finally {
    for (const { lines } of readings) await lines.return?.();
  }
}

function earliest(readings: readonly Reading[]): Reading | undefined {
  return readings.reduce<Reading | undefined>(
    (best, one) => (best === undefined || one.next.at <= best.next.at ? one : best),
    undefined,
  );
}
