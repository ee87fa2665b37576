/** An absolute path without `.` and `..`, as `path.posix.resolve` makes it from an absolute folder. */
export function resolvePath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The path as seen from the root, `""` for the root itself; `undefined` where it is outside. */
export function pathInside(root: string, path: string): string | undefined {
  const base = resolvePath(root, ".");
  const full = resolvePath(root, path);
  if (full === base) return "";
  const prefix = base === "/" ? "/" : `${base}/`;
  return full.startsWith(prefix) ? full.slice(prefix.length) : undefined;
}

/**
 * Where a path really is, as seen from `root`, with `/` between folders: `undefined` where it is outside, or where that
 * cannot be told. Given by whoever has a file system; see `lexicallyInside` for the stand-in.
 */
export type InsideOf = (root: string, cwd: string, path: string) => string | undefined;

/** Compares paths as they are written: a link is not followed, so this is no boundary. */
export const lexicallyInside: InsideOf = (root, cwd, path) => pathInside(root, resolvePath(cwd, path));
