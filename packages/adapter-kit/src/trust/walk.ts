import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

const MAX_FILES = 2_000;
const MAX_DEPTH = 8;

/** A file to read, relative to the root of the walk with `/`, or a place that was not looked into. */
export interface Walked {
  readonly path: string;
  readonly skipped?: string;
}

/**
 * Every file under `root/start`, sorted. Links are followed where they stay inside `root`; one that leads out, and
 * whatever lies beyond the limits of 8 levels and 2,000 files, is named as skipped, never silently left out.
 * @param ignored names of entries of `start` that hold no configuration
 */
export async function walk(
  root: string,
  start: string,
  ignored: ReadonlySet<string> = new Set(),
): Promise<Walked[]> {
  const found: Walked[] = [];
  const home = await realpath(root).catch(() => root);
  const seen = new Set<string>();

  async function visit(path: string, depth: number): Promise<void> {
    if (found.length > MAX_FILES) return;
    const real = await realpath(join(root, path)).catch((error: NodeJS.ErrnoException) => error);
    if (real instanceof Error) {
      if (real.code !== "ENOENT" && real.code !== "ENOTDIR")
        found.push({ path, skipped: real.code ?? "unreadable" });
      else if (depth > 0) found.push({ path, skipped: "a link to nothing" });
      return;
    }
    if (real !== home && !real.startsWith(home + sep)) {
      found.push({ path, skipped: `leads out of the project, to ${real}` });
      return;
    }
    if (!(await stat(real)).isDirectory()) {
      found.push({ path });
      return;
    }
    if (seen.has(real)) return;
    seen.add(real);
    if (depth >= MAX_DEPTH) {
      found.push({ path, skipped: "nested too deep" });
      return;
    }
    for (const name of (await readdir(real)).sort())
      if (!(depth === 0 && ignored.has(name))) await visit(`${path}/${name}`, depth + 1);
  }

  await visit(start, 0);
  if (found.length > MAX_FILES) found.push({ path: start, skipped: `more than ${MAX_FILES} files` });
  return found;
}
