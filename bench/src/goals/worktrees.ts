import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { execa } from "execa";
import { interleave } from "../interleave.ts";
import type { Sample } from "../measure.ts";
import { type Row, slower } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** What git in a process of its own sees: no settings of this machine's user. */
const env = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.org",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.org",
};

const perDirectory = 100;

/** Goal 10, as far as worktrees go: made, taken from those that stand ready, and looked at, against git by itself. */
export async function worktrees({ dir, rounds }: Setting): Promise<Row[]> {
  const rows: Row[] = [];
  const parent = (await hasMemoryDisk()) ? memoryDisk : dir;
  for (const files of [1_000, 10_000, 50_000]) {
    const folder = await mkdtemp(join(parent, `nucleic-bench-${files}-`));
    const top = join(folder, "repository");
    await makeRepository(top, files);
    // What many files take long for need not be done often.
    const times = files > 10_000 ? "1" : "3";
    const run = (which: string) => [mode("worktree"), which, top, folder, times];
    const which = ["add", "plainAdd", "reuse", "status", "plainStatus", "diff", "plainDiff"];
    const modes = Object.fromEntries(which.map((name) => [name, run(name)]));
    rows.push(...compare(`${files / 1_000} k files`, await interleave(modes, rounds, env)));
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}

/**
 * Made and deleted by the ten thousand, files cost a real disk ten times as much in one minute as in the next, for git and
 * for us; in memory a round is like the round before.
 */
const memoryDisk = "/dev/shm";
const neededBytes = 4 * 1024 ** 3;

async function hasMemoryDisk(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(memoryDisk);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}

function compare(size: string, samples: Readonly<Record<string, Sample>>): Row[] {
  const { add, plainAdd, reuse, status, plainStatus, diff, plainDiff } = samples;
  return [
    slower(`10 a new worktree of ${size}, ÷ \`git worktree add\``, add, plainAdd, 1.1),
    slower(`10 one that stood ready, ÷ \`git worktree add\``, reuse, plainAdd, 0.25),
    slower(`10 status of ${size}, ÷ \`git status\``, status, plainStatus, 1.5),
    slower(`10 diff of ${size}, untracked files too, ÷ \`git diff\` without them`, diff, plainDiff, 3),
  ].flat();
}

/** One commit of files of ~1 KB each, a hundred a directory. */
async function makeRepository(top: string, files: number): Promise<void> {
  await mkdir(top, { recursive: true });
  await execa("git", ["init", "--quiet", "--initial-branch=main"], { cwd: top, env });
  await execa("git", ["fast-import", "--quiet"], { cwd: top, env, input: Readable.from(history(files)) });
  await execa("git", ["reset", "--hard", "--quiet", "main"], { cwd: top, env });
}

function* history(files: number): Generator<string> {
  yield "feature done\ncommit refs/heads/main\ncommitter Bench <bench@example.org> 1700000000 +0000\ndata 5\nFirst\n";
  for (let at = 0; at < files; at++) {
    const text = `line ${at} of a file that many an agent will look at\n`.repeat(20);
    yield `M 100644 inline d${Math.floor(at / perDirectory)}/f${at}.txt\ndata ${text.length}\n${text}\n`;
  }
  yield "done\n";
}
