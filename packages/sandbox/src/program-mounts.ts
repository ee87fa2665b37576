import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { exists, isWithin } from "./confine/bind.ts";
import type { SandboxMount } from "./types.ts";

/** Where programs lie that every engine shows anyway. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/nix/store"];

/**
 * The folders that a program is made of, to be read: along its links, each folder it lies in, and the whole of the
 * `node_modules` it belongs to. For a script, name its interpreter too.
 */
export async function programMounts(path: string): Promise<readonly SandboxMount[]> {
  const folders = new Set<string>();
  for (let at: string | undefined = path, hops = 0; at !== undefined && hops < 40; hops++) {
    folders.add(folderOf(at));
    at = await linkTarget(at);
  }
  if (await exists(path)) folders.add(folderOf(await realpath(path)));
  return [...folders]
    .filter((folder) => !SYSTEM.some((known) => isWithin(folder, known)))
    .map((folder) => ({ path: folder, access: "read" }));
}

function folderOf(path: string): string {
  const at = path.indexOf("/node_modules/");
  return at === -1 ? dirname(path) : path.slice(0, at + "/node_modules".length);
}

async function linkTarget(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : undefined;
}
