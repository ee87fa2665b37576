import { readdirSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isErrno } from "./child.ts";
import type { ProcessTable, TableRow } from "./process-table.ts";

/**
 * Reads `/proc`. The reads are synchronous, since these files are memory: a read takes some 15 µs, while one through
 * the thread pool costs ten times that. To keep the event loop free the list is read in small slices.
 */
export const procTable: ProcessTable = {
  async list(entry) {
    const rows: TableRow[] = [];
    const pids = listPids();
    for (let at = 0; at < pids.length; at += SLICE) {
      if (at > 0) await nextTurn();
      rows.push(...readRows(pids.slice(at, at + SLICE), entry));
    }
    return rows;
  },
  listNow: (entry) => readRows(listPids(), entry),
  async look(pid, entry) {
    return readRow(pid, entry);
  },
};

const SLICE = 32;

function listPids(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function readRows(pids: readonly number[], entry: string): TableRow[] {
  return pids.flatMap((pid) => readRow(pid, entry) ?? []);
}

function readRow(pid: number, entry: string | undefined): TableRow | undefined {
  const stat = readProc(pid, "stat");
  const row = stat && parseStat(stat.toString("latin1"));
  if (!row) return undefined;
  const marked = entry !== undefined && hasEntry(readProc(pid, "environ"), entry);
  return { ...row, marked };
}

/** Fields of `/proc/<pid>/stat`, see proc_pid_stat(5). `undefined` for a zombie and for what is no such line. */
export function parseStat(text: string): Omit<TableRow, "marked"> | undefined {
  // The second field is the program's name in parentheses, and may itself hold spaces and parentheses.
  const [state, parent, , session, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // Field 22 of the line, counted from 1; the split begins at field 3 and four are taken above.
  const startTime = rest[15];
  const pid = Number.parseInt(text, 10);
  if (Number.isNaN(pid) || startTime === undefined || state === "Z" || state === "X") return undefined;
  return { pid, parentPid: Number(parent), sessionId: Number(session), startTime };
}

/** Whether an environment block (entries that each end in NUL) holds exactly that entry. */
export function hasEntry(block: Buffer | undefined, entry: string): boolean {
  const needle = Buffer.from(`${entry}\0`);
  for (let at = block?.indexOf(needle) ?? -1; block && at !== -1; at = block.indexOf(needle, at + 1)) {
    if (at === 0 || block[at - 1] === 0) return true;
  }
  return false;
}

function readProc(pid: number, file: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch (error) {
    // Gone between the listing and the reading, or someone else's: neither is ours to see.
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].some((code) => isErrno(error, code))) return undefined;
    throw error;
  }
}
