import { stat } from "node:fs/promises";
import { join } from "node:path";

/** The folders up to the one with `.git`; without one, the first alone. */
export async function upToRepository(folders: readonly string[]): Promise<readonly string[]> {
  for (const [index, folder] of folders.entries()) {
    const git = await stat(join(folder, ".git")).catch(() => undefined);
    if (git) return folders.slice(0, index + 1);
  }
  return folders.slice(0, 1);
}
