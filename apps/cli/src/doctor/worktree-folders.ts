import { readdir, readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { Check } from "./check.ts";

const name = "worktree folders";

/**
 * Folders among the worktrees that no session works in. They may hold work, so that they are only named, with the command that
 * takes one away: git refuses it where anything is in it that is nowhere else.
 */
export async function checkWorktreeFolders(
  dataDir: string,
  sessions: readonly Pick<SessionItem, "cwd">[],
): Promise<readonly Check[]> {
  const base = join(dataDir, "worktrees");
  const places = [base, await realpath(base).catch(() => base)];
  const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
  const used = new Set(
    sessions.flatMap(({ cwd }) =>
      places.flatMap((place) =>
        cwd?.startsWith(place + sep) ? [cwd.slice(place.length + 1).split(sep)[0]] : [],
      ),
    ),
  );
  const orphans = entries.filter(
    (entry) => entry.isDirectory() && !isSpare(entry.name) && !used.has(entry.name),
  );
  if (orphans.length === 0) return [{ name, status: "ok", detail: "each has its session" }];
  return Promise.all(
    orphans.map(async (entry): Promise<Check> => {
      const path = join(base, entry.name);
      return { name, status: "warn", detail: `no session works in ${path}`, hint: await removal(path) };
    }),
  );
}

/** Made ready for the next session, by the host, which keeps its own account of them. */
function isSpare(folder: string): boolean {
  return folder.startsWith(".") || /^spare-[0-9a-f]{8}$/.test(folder);
}

async function removal(path: string): Promise<string> {
  const link = await readFile(join(path, ".git"), "utf8").catch(() => "");
  const repository = /^gitdir: (.*)[\\/]\.git[\\/]worktrees[\\/]/.exec(link)?.[1];
  if (repository === undefined) return `it is no worktree of git: look at it, then rm -r '${path}'`;
  return `git -C '${repository}' worktree remove '${path}'`;
}
