import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "./file-error.ts";
import type { Git } from "./git.ts";

/** Paths of the submodules that a checkout's `.gitmodules` names. */
export async function listSubmodules(git: Git, signal?: AbortSignal): Promise<string[]> {
  const file = join(git.cwd, ".gitmodules");
  const found = await lstat(file).catch(ifMissing);
  if (!found?.isFile()) return [];
  const args = ["config", "--file", file, "-z", "--get-regexp", "^submodule\\..*\\.path$"];
  const entries = await git.fields(args, { accept: [0, 1], ...(signal && { signal }) });
  return entries.map((entry) => entry.slice(entry.indexOf("\n") + 1));
}
