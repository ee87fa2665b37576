import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SandboxLimitName } from "../types.ts";

/** A folder in which a control group can be made. */
export interface GroupParent {
  readonly folder: string;
  readonly version: 1 | 2;
}

/** For each limit where its control groups are made; absent where this process may make none. */
export type Hierarchy = Partial<Readonly<Record<SandboxLimitName, GroupParent>>>;

const CONTROLLERS: Readonly<Record<SandboxLimitName, string>> = {
  memoryBytes: "memory",
  processes: "pids",
  cpus: "cpu",
};

/** Looks below the group of this process in version 1, and beside it in version 2, where a group with processes has no children. */
export async function findHierarchy(root = "/sys/fs/cgroup", self = "/proc/self/cgroup"): Promise<Hierarchy> {
  const own = await readFile(self, "utf8").catch(() => "");
  const found = await Promise.all(
    Object.entries(CONTROLLERS).map(async ([limit, controller]) => [
      limit,
      (await versionOne(root, own, controller)) ?? (await versionTwo(root, own, controller)),
    ]),
  );
  return Object.fromEntries(found.filter(([, parent]) => parent !== undefined));
}

async function versionOne(root: string, own: string, controller: string): Promise<GroupParent | undefined> {
  const line = own.split("\n").find((each) => each.split(":")[1]?.split(",").includes(controller));
  const path = line?.split(":").slice(2).join(":");
  if (path === undefined) return undefined;
  const folder = resolve(root, controller, `.${path}`);
  return (await canMakeIn(folder)) ? { folder, version: 1 } : undefined;
}

async function versionTwo(root: string, own: string, controller: string): Promise<GroupParent | undefined> {
  const path = /^0::(.*)$/m.exec(own)?.[1];
  if (path === undefined || path === "/") return undefined;
  const folder = resolve(root, `.${path}`, "..");
  const passedOn = await readFile(join(folder, "cgroup.subtree_control"), "utf8").catch(() => "");
  if (!passedOn.split(/\s+/).includes(controller)) return undefined;
  return (await canMakeIn(folder)) ? { folder, version: 2 } : undefined;
}

/** Moving a process needs the right to write the common ancestor's list as well. */
async function canMakeIn(folder: string): Promise<boolean> {
  return Promise.all([
    access(folder, constants.W_OK),
    access(join(folder, "cgroup.procs"), constants.W_OK),
  ]).then(
    () => true,
    () => false,
  );
}
