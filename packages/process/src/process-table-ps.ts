import { execa } from "execa";
import { decodeUtf8 } from "./decode-utf8.ts";
import type { ProcessTable, TableRow } from "./process-table.ts";

/**
 * Reads the output of `ps`, for systems without `/proc`. Weaker than it: start times are whole seconds, and macOS hides
 * the environment of its own protected programs (`/bin/bash`), which are then found only as children of marked ones.
 */
export const psTable: ProcessTable = {
  list: (entry) => ps([], entry),
  async look(pid, entry) {
    return (await ps(["-p", String(pid)], entry))[0];
  },
};

const COLUMNS = ["pid", "ppid", "sess", "stat", "lstart", "command"].map((name) => `${name}=`).join(",");

async function ps(select: readonly string[], entry: string | undefined): Promise<TableRow[]> {
  const everything = process.platform === "darwin" ? "-axEww" : "axeww";
  const one = process.platform === "darwin" ? "-Eww" : "eww";
  const { stdout, exitCode } = await execa(
    "ps",
    [select.length > 0 ? one : everything, ...select, "-o", COLUMNS],
    {
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      extendEnv: false,
      encoding: "buffer",
      reject: false,
      stdin: "ignore",
      timeout: 10_000,
    },
  );
  // A failure must not pass for a list without processes. Asked for one pid, 1 means that there is none.
  if (exitCode !== 0 && !(exitCode === 1 && select.length > 0))
    throw new Error("ps could not list the processes");
  return parsePs(decodeUtf8(stdout), entry);
}

const ROW = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\w{3} \w{3} +\d+ [\d:]{8} \d{4})\s(.*)$/;

/** Rows of `ps` with the columns above; the command is followed by the environment, all separated by spaces. */
export function parsePs(text: string, entry: string | undefined): TableRow[] {
  const rows: TableRow[] = [];
  for (const line of text.split("\n")) {
    const [, pid, parent, session, state, startTime, command] = ROW.exec(line) ?? [];
    if (startTime === undefined || state?.startsWith("Z")) continue;
    rows.push({
      pid: Number(pid),
      parentPid: Number(parent),
      // macOS prints an address here, or 0: no session is then known.
      sessionId: Number(session) || 0,
      startTime,
      marked: entry !== undefined && `${command} `.includes(` ${entry} `),
    });
  }
  return rows;
}
