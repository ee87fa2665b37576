import { readdir } from "node:fs/promises";
import { relative, sep } from "node:path";

/** What is in a folder, sorted; nothing where it is none, or cannot be read. */
export async function namesIn(dir: string): Promise<readonly string[]> {
  return readdir(dir).then(
    (names) => names.sort(),
    () => [],
  );
}

/** Whether a folder is another or lies in it. Both absolute; nothing is resolved. */
export function isInside(dir: string | undefined, outer: string): boolean {
  if (dir === undefined) return false;
  const path = relative(outer, dir);
  return path === "" || !(path === ".." || path.startsWith(`..${sep}`) || path.startsWith(sep));
}
