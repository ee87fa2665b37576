import { access } from "node:fs/promises";

/** A file or folder that is mounted by itself, at its own path unless `source` says what is shown there. */
export interface Bind {
  readonly path: string;
  readonly access: "read" | "write";
  readonly source?: string;
}

/** Whether a path leads to something. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether a path is a folder's own or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Outer ones first, so that what lies deeper is mounted upon them; equals keep their order. */
export function outermostFirst(binds: readonly Bind[]): Bind[] {
  return binds.toSorted((a, b) => depth(a.path) - depth(b.path));
}

const depth = (path: string): number => path.split("/").length;
