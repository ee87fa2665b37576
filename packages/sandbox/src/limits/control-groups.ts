import { randomUUID } from "node:crypto";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@nucleic/protocol/core";
import { SandboxError } from "../error.ts";
import type { LimitHit, SandboxLimitName, SandboxLimits } from "../types.ts";
import type { GroupParent, Hierarchy } from "./hierarchy.ts";
import type { HeldLimits } from "./limits.ts";

const PERIOD_US = 100_000;

/** Makes a group for each of the limits, one for all of them where they share a hierarchy. */
export async function openControlGroups(
  limits: SandboxLimits,
  names: readonly SandboxLimitName[],
  hierarchy: Hierarchy,
): Promise<HeldLimits> {
  const group = `nucleic-${randomUUID()}`;
  const folderOf = (parent: GroupParent) => join(parent.folder, group);
  const held = names.flatMap((name) => {
    const parent = hierarchy[name];
    return parent ? [{ name, parent, folder: folderOf(parent) }] : [];
  });
  const folders = [...new Set(held.map(({ folder }) => folder))];
  const close = async () => {
    for (const folder of folders) await removeGroup(folder);
  };
  try {
    for (const folder of folders) await mkdir(folder, { recursive: true });
    for (const { name, parent, folder } of held)
      for (const [file, value] of settingsOf(name, limits[name] ?? 0, parent.version))
        await writeFile(join(folder, file), value);
  } catch (cause) {
    await close();
    throw new SandboxError("limitUnavailable", "a control group could not be set", { cause });
  }
  return {
    names,
    joinFiles: folders.map((folder) => join(folder, "cgroup.procs")),
    hits: async () => (await Promise.all(held.map(hitsOf))).filter(({ count }) => count > 0),
    close,
  };
}

/** Files and what is written to them, in that order. */
function settingsOf(
  name: SandboxLimitName,
  value: number,
  version: 1 | 2,
): readonly (readonly [string, string])[] {
  const whole = String(Math.ceil(value));
  const quota = String(Math.ceil(value * PERIOD_US));
  if (name === "processes") return [["pids.max", whole]];
  if (name === "memoryBytes")
    return version === 1 ? [["memory.limit_in_bytes", whole]] : [["memory.max", whole]];
  if (version === 2) return [["cpu.max", `${quota} ${PERIOD_US}`]];
  return [
    ["cpu.cfs_period_us", String(PERIOD_US)],
    ["cpu.cfs_quota_us", quota],
  ];
}

const COUNTERS: Readonly<Record<SandboxLimitName, Readonly<Record<1 | 2, readonly [string, RegExp]>>>> = {
  processes: { 1: ["pids.events", /^max (\d+)$/m], 2: ["pids.events", /^max (\d+)$/m] },
  memoryBytes: { 1: ["memory.oom_control", /^oom_kill (\d+)$/m], 2: ["memory.events", /^oom_kill (\d+)$/m] },
  cpus: { 1: ["cpu.stat", /^nr_throttled (\d+)$/m], 2: ["cpu.stat", /^nr_throttled (\d+)$/m] },
};

async function hitsOf(held: {
  name: SandboxLimitName;
  parent: GroupParent;
  folder: string;
}): Promise<LimitHit> {
  const [file, pattern] = COUNTERS[held.name][held.parent.version];
  const text = await readFile(join(held.folder, file), "utf8").catch(() => "");
  return { limit: held.name, count: Number(pattern.exec(text)?.[1] ?? 0) };
}

/** The kernel lets a process go a moment after it has ended; a group that stays is empty and costs nothing. */
async function removeGroup(folder: string): Promise<void> {
  for (let delayMs = 1; delayMs < 1_000; delayMs *= 2) {
    const failed = await rmdir(folder).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (failed === undefined || failed === "ENOENT") return;
    await systemClock.sleep(delayMs);
  }
}
