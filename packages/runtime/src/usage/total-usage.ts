import type { SessionEvent } from "../session/session.ts";
import { addCounts, type UsageCounts, UsageMeter } from "./meter.ts";

/** What the events of one session say that it took, each token once; undefined where none say anything. */
export function totalUsage(events: Iterable<SessionEvent>): UsageCounts | undefined {
  const meter = new UsageMeter();
  for (const event of events) meter.observe(event);
  const [first, ...others] = meter.entries;
  return first && others.reduce<UsageCounts>(addCounts, first);
}
