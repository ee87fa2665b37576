import type { ProjectId, Risk } from "@nucleic/protocol/core";
import type { DeviceLimits } from "@nucleic/protocol/messages";

/** From harmless to beyond repair; what is not known counts as the worst. */
const risks: readonly Risk[] = ["read", "write", "execute", "network", "destructive", "unknown"];

/** Whether a device that may go so far may do anything at that time. */
export function isOpenAt({ expiresAt, hours }: DeviceLimits, at: number): boolean {
  if (expiresAt !== undefined && at >= expiresAt) return false;
  return hours === undefined || isWithin(hours, minuteOfDay(at));
}

/** When that may be over next, epoch milliseconds; `undefined` where it never is. Not before `at`. */
export function closesAt({ expiresAt, hours }: DeviceLimits, at: number): number | undefined {
  const untilHour = hours === undefined ? undefined : at + minutesUntil(hours.to, at) * 60_000;
  const ends = [expiresAt, untilHour].filter((end) => end !== undefined && end > at);
  return ends.length === 0 ? undefined : Math.min(...(ends as number[]));
}

/** Whether it may know of that project. */
export function mayKnow({ projects }: DeviceLimits, project: ProjectId | undefined): boolean {
  return projects === undefined || (project !== undefined && projects.includes(project));
}

/** Whether it may allow what is so risky. */
export function mayAllow({ maxRisk }: DeviceLimits, risk: Risk | undefined): boolean {
  return maxRisk === undefined || risks.indexOf(risk ?? "unknown") <= risks.indexOf(maxRisk);
}

function isWithin({ from, to }: { readonly from: number; readonly to: number }, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOfDay(at: number): number {
  const local = new Date(at);
  return local.getHours() * 60 + local.getMinutes();
}

/** Whole ones, at least one: where a clock is set back for winter the look comes early, and is repeated. */
function minutesUntil(minute: number, at: number): number {
  return (minute - minuteOfDay(at) + 1_440) % 1_440 || 1_440;
}
