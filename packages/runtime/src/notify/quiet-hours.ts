/** Hours of the day in which nobody is to be disturbed, as a clock on the wall shows them: `22:00` to `07:30`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  /** IANA name, `Europe/Berlin`. Default: that of this machine. */
  readonly timeZone?: string | undefined;
}

const dayMinutes = 24 * 60;

/**
 * Whether it is quiet at a moment. Asked of the wall clock of that very moment, so that a change to or from summer time
 * moves nothing: an hour that comes twice is quiet twice. From and to the same is never quiet.
 */
export function isQuiet(at: number, hours: QuietHours): boolean {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  if (from === undefined || to === undefined) return false;
  const now = wallMinutes(at, hours.timeZone);
  return from <= to ? from <= now && now < to : now >= from || now < to;
}

/** The first moment from then on at which it is not quiet: then itself, where it is not. To the minute. */
export function quietUntil(at: number, hours: QuietHours): number {
  if (!isQuiet(at, hours)) return at;
  const minuteMs = 60_000;
  let next = Math.floor(at / minuteMs) * minuteMs;
  // Two days: more than any quiet time, even with an hour that comes twice.
  for (let left = 2 * dayMinutes; left > 0; left--) {
    next += minuteMs;
    if (!isQuiet(next, hours)) return next;
  }
  return next;
}

/** Whether both times are `HH:MM` and the time zone is one. */
export function areQuietHours({ from, to, timeZone }: QuietHours): boolean {
  if (minutesOf(from) === undefined || minutesOf(to) === undefined) return false;
  return timeZone === undefined || isTimeZone(timeZone);
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

function wallMinutes(at: number, timeZone: string | undefined): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return number("hour") * 60 + number("minute");
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? "";
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone !== undefined && { timeZone }),
  });
  formats.set(key, made);
  return made;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return true;
  } catch {
    // What no clock knows is no time zone.
    return false;
  }
}
