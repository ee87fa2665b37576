import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * The path relative to `root`, with `/` and with every symlink on the way resolved, or `undefined` where it leads outside, or where
 * that cannot be told. A file that does not exist yet counts by the folder it would be made in.
 *
 * Synchronous because an approval is answered in one step, and once per approval is not a hot path. An agent that
 * swaps a folder for a link between the answer and its write is not held back by this: that is what a sandbox is for.
 */
export function insideOf(root: string, cwd: string, path: string): string | undefined {
  try {
    const real = realPath(resolve(cwd, path));
    const inside = relative(realpathSync(root), real);
    return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)
      ? undefined
      : inside.split(sep).join("/");
  } catch {
    return undefined;
  }
}

/** @throws where a link dangles: writing to it would make its target, wherever that is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    if (lstatSync(path, { throwIfNoEntry: false })) throw error;
    return join(realPath(dirname(path)), basename(path));
  }
}
