import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, normalize } from "node:path";
import { SandboxError } from "../error.ts";
import type { SandboxSpec } from "../types.ts";
import { type Bind, exists, isWithin, outermostFirst } from "./bind.ts";
import { gitDirectories } from "./git-directories.ts";
import { gitMounts } from "./git-mounts.ts";

/** What every engine shows of this machine, in the order in which it is mounted. */
export interface Layout {
  readonly worktree: string;
  readonly home: string;
  readonly scratchBytes: number;
  readonly binds: readonly Bind[];
}

const SCRATCH_BYTES = 512 * 1024 * 1024;

/**
 * Reads the spec against the disk.
 * @throws SandboxError `specInvalid` or `gitUnsafe`
 */
export async function layoutOf(spec: SandboxSpec): Promise<Layout> {
  const worktree = await realPathOf(spec.worktree);
  if (worktree === "/") throw invalid("the worktree is the root folder");
  const mounts = await Promise.all((spec.mounts ?? []).map(({ path, access }) => mountOf(path, access)));
  const git = await gitMounts(await gitDirectories(worktree));
  const chosen: Bind[] = [...mounts.flat(), { path: worktree, access: "write" }];
  const opened = chosen.find(
    (bind) =>
      bind.access === "write" && git.some((guarded) => guarded.access === "read" && isInside(bind, guarded)),
  );
  if (opened) throw invalid(`${opened.path} would open what is guarded of git`);
  return {
    worktree,
    home: homeOf(spec),
    scratchBytes: spec.scratchBytes ?? SCRATCH_BYTES,
    binds: outermostFirst([...chosen, ...git]),
  };
}

/** The same with what one program is to read besides. Last, since it lies in places that are empty otherwise. */
export function withReads(layout: Layout, reads: readonly string[]): Layout {
  return { ...layout, binds: [...layout.binds, ...reads.map((path): Bind => ({ path, access: "read" }))] };
}

/** A daemon's home may be the root folder, which is no place to put an empty one. */
function homeOf(spec: SandboxSpec): string {
  const home = normalize(spec.home ?? homedir());
  if (!isAbsolute(home)) throw invalid(`${home} is no absolute path`);
  return home === "/" ? "/tmp/home" : home;
}

const isInside = (bind: Bind, guarded: Bind): boolean => isWithin(bind.path, guarded.path);

/** Under its real path, and where that is another one, under the path by which programs know it too. */
async function mountOf(path: string, access: Bind["access"]): Promise<readonly Bind[]> {
  const source = await realPathOf(path);
  const alias = normalize(path);
  return alias === source
    ? [{ path, access }]
    : [
        { path: source, access },
        { path: alias, source, access },
      ];
}

async function realPathOf(path: string): Promise<string> {
  if (!isAbsolute(path)) throw invalid(`${path} is no absolute path`);
  if (!(await exists(path))) throw invalid(`${path} is not there`);
  return realpath(path);
}

function invalid(message: string): SandboxError {
  return new SandboxError("specInvalid", message);
}
