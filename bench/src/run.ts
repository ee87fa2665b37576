// Every goal of the house, as a ratio inside one run: absolute figures drift from machine to machine, ratios hardly do.
//   pnpm run bench [--write] [--rounds N] [--only 1,4]     --write keeps the table in bench/RESULTS.md
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { approving } from "./goals/approving.ts";
import { fanOut } from "./goals/fan-out.ts";
import { fleet } from "./goals/fleet.ts";
import { history } from "./goals/history.ts";
import { jsonRpc } from "./goals/json-rpc.ts";
import { longLine } from "./goals/long-line.ts";
import { pipeline } from "./goals/pipeline.ts";
import { sandboxes } from "./goals/sandboxes.ts";
import { searching } from "./goals/searching.ts";
import { stall } from "./goals/stall.ts";
import { starting } from "./goals/starting.ts";
import { worktrees } from "./goals/worktrees.ts";
import { installPeers } from "./peers.ts";
import { type Row, render } from "./rows.ts";
import type { Setting } from "./setting.ts";

/** By number; goal 2 is measured with 1. */
const goals: Readonly<Record<string, (setting: Setting) => Promise<Row[]>>> = {
  1: pipeline,
  3: jsonRpc,
  4: stall,
  5: longLine,
  6: fanOut,
  7: approving,
  8: fleet,
  9: history,
  10: worktrees,
  11: starting,
  12: searching,
  13: sandboxes,
};

const { values } = parseArgs({
  options: { write: { type: "boolean" }, rounds: { type: "string", default: "3" }, only: { type: "string" } },
});
const rounds = Number(values.rounds);
const wanted = values.only?.split(",") ?? Object.keys(goals);
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
try {
  const setting = { dir, rounds, peers: await installPeers(dir) };
  const rows: Row[] = [];
  for (const goal of wanted) {
    process.stderr.write(`goal ${goal} …\n`);
    try {
      rows.push(...((await goals[goal]?.(setting)) ?? []));
    } catch (error) {
      // What the others showed is not lost for it.
      process.stderr.write(`goal ${goal} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  const table = render(rows);
  process.stdout.write(table);
  if (values.write) await writeFile(fileURLToPath(new URL("../RESULTS.md", import.meta.url)), report(table));
} finally {
  await rm(dir, { recursive: true, force: true });
}

function report(table: string): string {
  return `# Results

Written by \`pnpm run bench --write\`, which builds first and takes about twelve minutes; \`--only 1,4\` runs single goals,
\`--rounds 5\` more rounds. ${rounds} interleaved rounds, each mode in a process of its own, medians. CPU is the user and system time
of the whole process. Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}. Ratios are what counts; absolute figures drift.

${table}`;
}
