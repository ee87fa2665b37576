import { SandboxError } from "../error.ts";
import type { LimitHit, SandboxLimitName, SandboxLimits } from "../types.ts";
import { openControlGroups } from "./control-groups.ts";
import { findHierarchy } from "./hierarchy.ts";

/** Limits that hold for whoever has joined. */
export interface HeldLimits {
  readonly names: readonly SandboxLimitName[];
  /** A process that writes `0` to each has joined, and with it its descendants. */
  readonly joinFiles: readonly string[];
  hits(): Promise<readonly LimitHit[]>;
  /** When no process is left that has joined. */
  close(): Promise<void>;
}

const NAMES: readonly SandboxLimitName[] = ["memoryBytes", "processes", "cpus"];

/** The limits that this process may set on this machine. */
export async function availableLimits(): Promise<readonly SandboxLimitName[]> {
  const hierarchy = await findHierarchy();
  return NAMES.filter((name) => hierarchy[name] !== undefined);
}

/** @throws SandboxError `limitUnavailable`, or `specInvalid` for a limit that is no positive number */
export async function openLimits(limits: SandboxLimits): Promise<HeldLimits> {
  const names = NAMES.filter((name) => limits[name] !== undefined);
  const hierarchy = names.length === 0 ? {} : await findHierarchy();
  for (const name of names) {
    if (!((limits[name] ?? 0) > 0)) throw new SandboxError("specInvalid", `${name} is no positive number`);
    if (hierarchy[name] === undefined)
      throw new SandboxError(
        "limitUnavailable",
        `${name} can't be limited: no control group may be made here`,
        {
          hint: "start the host in a delegated group: systemd-run --user --scope -p Delegate=yes",
        },
      );
  }
  return openControlGroups(limits, names, hierarchy);
}
