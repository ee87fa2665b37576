import { type DeviceLimits, DeviceScope } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { projectHere } from "../host/project-here.ts";

/** The flags that say what a device may do, and how far. */
export interface DeviceFlags {
  readonly scope?: readonly string[];
  readonly project?: readonly string[];
  readonly maxRisk?: DeviceLimits["maxRisk"];
  readonly hours?: string;
  readonly expires?: string;
}

/** @throws CliError `usage` for what is no scope */
export function scopesIn(words: readonly string[]): DeviceScope[] {
  return words
    .flatMap((word) => word.split(","))
    .map((word) => {
      const scope = DeviceScope.safeParse(word);
      if (scope.success) return scope.data;
      throw new CliError(
        "usage",
        `${word} is no scope`,
        "view, approve or control; view comes with the others",
      );
    });
}

/** @throws CliError `usage` */
export async function limitsIn(
  client: HostClient,
  context: Context,
  flags: DeviceFlags,
): Promise<DeviceLimits> {
  const { project, maxRisk, hours, expires } = flags;
  const projects = await Promise.all((project ?? []).map((dir) => projectHere(client, context, dir)));
  return {
    ...(project && { projects: projects.map(({ id }) => id) }),
    ...(maxRisk !== undefined && { maxRisk }),
    ...(hours !== undefined && { hours: hoursIn(hours) }),
    ...(expires !== undefined && { expiresAt: context.clock.now() + spanMs(expires) }),
  };
}

/** The limits as a person reads them. */
export function limitWords({ projects, maxRisk, hours, expiresAt }: DeviceLimits, now: number): string {
  const span =
    expiresAt === undefined ? "" : expiresAt <= now ? "expired" : `${spanWord(expiresAt - now)} left`;
  const words = [
    projects === undefined ? "" : `${projects.length} project(s)`,
    maxRisk === undefined ? "" : `up to ${maxRisk}`,
    hours === undefined ? "" : `${clockOf(hours.from)}-${clockOf(hours.to)}`,
    span,
  ];
  return words.filter((word) => word !== "").join(", ");
}

function hoursIn(text: string): NonNullable<DeviceLimits["hours"]> {
  const [, a, b, c, d] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? [];
  const [from, to] = [Number(a) * 60 + Number(b), Number(c) * 60 + Number(d)];
  if (d !== undefined && from <= 1_440 && to <= 1_440 && Number(b) < 60 && Number(d) < 60)
    return { from, to };
  throw new CliError("usage", `${text} are no hours`, "Say 08:00-20:00.");
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function spanMs(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (unit !== undefined) return Number(count) * units[unit as keyof typeof units];
  throw new CliError("usage", `${text} is no span of time`, "Say 30m, 12h or 7d.");
}

function spanWord(ms: number): string {
  if (ms < units.h) return `${Math.ceil(ms / units.m)}m`;
  return ms < units.d ? `${Math.ceil(ms / units.h)}h` : `${Math.ceil(ms / units.d)}d`;
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
