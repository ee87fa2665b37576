import { readdir, readFile, readlink } from "node:fs/promises";
import { sep } from "node:path";
import { runCommand } from "@nucleic/process";

/**
 * Processes, other than this one, that have their working directory at or below `top` (a real path). Only those of the
 * same user can be seen. git removes a worktree under a running process without a word.
 */
export async function processesInside(top: string): Promise<number[]> {
  const pids = await readdir("/proc").catch(() => undefined);
  const found = pids === undefined ? await fromLsof() : await fromProc(pids);
  return found
    .filter(({ pid, cwd }) => pid !== process.pid && (cwd === top || cwd.startsWith(top + sep)))
    .map(({ pid }) => pid);
}

/** Processes that were started with that path among their arguments. None where the system does not tell. */
export async function processesNaming(path: string): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter(isPid);
  const named = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return line.split("\0").includes(path);
    }),
  );
  return pids.filter((_, at) => named[at]).map(Number);
}

interface WorkingDirectory {
  readonly pid: number;
  readonly cwd: string;
}

async function fromProc(names: readonly string[]): Promise<WorkingDirectory[]> {
  const rows = names.filter(isPid).map(async (pid) => ({
    pid: Number(pid),
    cwd: await readlink(`/proc/${pid}/cwd`).catch(() => ""),
  }));
  return Promise.all(rows);
}

/** macOS has no `/proc`; its `lsof` prints `p<pid>` and `n<path>` lines. */
async function fromLsof(): Promise<WorkingDirectory[]> {
  const args = ["-a", "-d", "cwd", "-F", "pn"];
  const { stdout } = await runCommand("/usr/sbin/lsof", args, { cwd: "/", env: { LC_ALL: "C" } });
  return parseLsof(stdout.toString());
}

/** Reads the output of `lsof -F pn`. */
export function parseLsof(text: string): WorkingDirectory[] {
  const rows: WorkingDirectory[] = [];
  let pid = 0;
  for (const line of text.split("\n")) {
    if (line.startsWith("p")) pid = Number(line.slice(1));
    if (line.startsWith("n")) rows.push({ pid, cwd: line.slice(1) });
  }
  return rows;
}

function isPid(name: string): boolean {
  return /^\d+$/.test(name);
}
