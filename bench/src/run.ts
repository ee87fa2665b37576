// Every goal of the house, as a ratio inside one run: absolute figures drift from machine to machine, ratios hardly do.
//   pnpm run bench [--write] [--rounds N]     --write keeps the table in bench/RESULTS.md
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { interleave } from "./interleave.ts";
import { writeLog } from "./log.ts";
import type { Sample } from "./measure.ts";
import type { SearchSample } from "./modes/search.ts";
import { type Mix, writeStream } from "./stream.ts";

interface Row {
  readonly work: string;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
  readonly detail: string;
}

const { values } = parseArgs({
  options: { write: { type: "boolean" }, rounds: { type: "string", default: "5" } },
});
const rounds = Number(values.rounds);
const mode = (name: string) => fileURLToPath(new URL(`./modes/${name}.ts`, import.meta.url));
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
try {
  const sdk = await vendorSdk();
  const rows = [
    ...(await pipeline("mixed", 0.6, sdk)),
    ...(await pipeline("deltas", 0.85, undefined)),
    ...(await longLine()),
    ...(await history()),
    ...(await starting(sdk)),
    ...(await searching()),
  ];
  const table = render(rows);
  process.stdout.write(table);
  if (values.write)
    await writeFile(fileURLToPath(new URL("../RESULTS.md", import.meta.url)), await report(table));
} finally {
  await rm(dir, { recursive: true, force: true });
}

/** Goals 1 and 2: the durable pipeline against bare parsing, and against the vendor's SDK that keeps nothing. */
async function pipeline(mix: Mix, goal: number, sdk: string | undefined): Promise<Row[]> {
  const stream = join(dir, `${mix}.ndjson`);
  await writeStream(stream, 200_000, mix);
  const agent = await replayAgent(stream);
  const modes: Record<string, string[]> = {
    bare: [mode("pipeline"), "bare", agent],
    ours: [mode("pipeline"), "ours", agent],
  };
  if (sdk) modes.sdk = [mode("pipeline"), "sdk", agent];
  const { bare, ours, sdk: vendor } = await interleave(modes, rounds, sdk ? { NUCLEIC_BENCH_SDK: sdk } : {});
  if (!bare || !ours) return [];
  const rows = [
    atLeast(`1 durable pipeline, ${mix}: bare parsing's CPU ÷ ours`, bare.cpuMs / ours.cpuMs, goal, [
      bare,
      ours,
    ]),
  ];
  if (!vendor) return rows;
  return [
    ...rows,
    atMost("2 the same, CPU ÷ the Claude Agent SDK's", ours.cpuMs / vendor.cpuMs, 0.9, [ours, vendor]),
    atMost("2 the same, peak RSS ÷ the Claude Agent SDK's", ours.peakRssMiB / vendor.peakRssMiB, 0.6, [
      ours,
      vendor,
    ]),
  ];
}

/** Goal 5. */
async function longLine(): Promise<Row[]> {
  const args = (which: string) => [mode("long-line"), which, "50"];
  const { ours, readline } = await interleave({ ours: args("ours"), readline: args("readline") }, rounds);
  if (!ours || !readline) return [];
  return [
    atMost("5 one line of 50 MiB, CPU ÷ readline's", ours.cpuMs / readline.cpuMs, 1.5, [ours, readline]),
    atMost("5 one line of 50 MiB, peak RSS ÷ the line", ours.peakRssMiB / 50, 5, [ours]),
  ];
}

/** Goal 9. Everything is in the page cache, for all alike. No index is kept on disk: there is none to rebuild. */
async function history(): Promise<Row[]> {
  const count = 2_000_000;
  const path = join(dir, "transcript.jsonl");
  const files = await writeLog(path, count);
  const args = (which: string) => [mode("history"), which, path, String(count), ...files];
  const modes = { last: args("last"), tail: args("tail"), seek: args("seek"), scan: args("scan") };
  const { last, tail, seek, scan } = await interleave(modes, rounds);
  if (!last || !tail || !seek || !scan) return [];
  return [
    slower("9 the last 200 of 2 M records, ÷ `tail -n 200` and parsing them", last, tail, 0.5),
    faster("9 the same: a scan of all ÷ it", scan, last, 300),
    faster("9 the same by seq: a scan of all ÷ it", scan, seek, 100),
  ].flat();
}

/** Goal 11. */
async function starting(sdk: string | undefined): Promise<Row[]> {
  const trivial = await interleave({ ours: [mode("spawn"), "ours"], raw: [mode("spawn"), "raw"] }, rounds);
  const start = (which: string) => [mode("agent-start"), which];
  const claude = await interleave(
    { first: start("first"), again: start("again"), raw: start("raw") },
    rounds,
  );
  const rows = [
    slower("11 spawn of a trivial program to its first line, ÷ raw spawn", trivial.ours, trivial.raw, 1.1),
    slower("11 Claude Code 2.1.332 to its init, ÷ raw spawn", claude.again, claude.raw, 1.1),
    slower("11 the same, the first in a process: its version is asked", claude.first, claude.raw, 1.1),
  ];
  if (!sdk) return rows.flat();
  const imports = {
    runtime: [mode("import"), "@nucleic/runtime"],
    open: [mode("open")],
    sdk: [mode("import"), sdk],
  };
  const loading = await interleave(imports, rounds);
  return [
    ...rows,
    slower("11 importing the runtime, ÷ the Claude Agent SDK", loading.runtime, loading.sdk, 0.3),
    slower("11 importing it and opening a new data directory, ÷ that import", loading.open, loading.sdk, 1),
  ].flat();
}

/** Goal 12. Once: a million events take minutes to write and index. */
async function searching(): Promise<Row[]> {
  const { stdout } = await execa(process.execPath, [mode("search"), "1000000"], { stderr: "inherit" });
  const { textBytes, indexBytes, rebuildMs, queries } = JSON.parse(stdout) as SearchSample;
  const ratio = indexBytes / textBytes;
  const size = `${Math.round(indexBytes / 1e6)} MB for ${Math.round(textBytes / 1e6)} MB`;
  return [
    {
      work: "12 search index of 1 M events, ÷ their text",
      ratio,
      goal: "≤ 0.6",
      met: ratio <= 0.6,
      detail: `${size}, ${Math.round(rebuildMs / 1000)} s from the transcripts`,
    },
    ...queries.map(({ query, medianMs, slowestMs }) => ({
      work: `12 first 20 hits for \`${query}\`, ÷ 50 ms`,
      ratio: medianMs / 50,
      goal: "≤ 1",
      met: medianMs <= 50,
      detail: `${medianMs.toFixed(1)} ms, slowest of 20 ${slowestMs.toFixed(1)} ms`,
    })),
  ];
}

/** By wall time, with it in the row: what is started or loaded is waited for, on whatever it spends the time. */
function slower(work: string, ours: Sample | undefined, peer: Sample | undefined, goal: number): Row[] {
  if (!ours || !peer) return [];
  const ratio = ours.wallMs / peer.wallMs;
  const times = [ours, peer].map((s) => `${s.wallMs.toFixed(1)} ms, ${s.cpuMs.toFixed(1)} ms CPU`);
  return [{ work, ratio, goal: `≤ ${goal}`, met: ratio <= goal, detail: times.join(" / ") }];
}

/** How many times faster, by wall time. */
function faster(work: string, peer: Sample, ours: Sample, goal: number): Row[] {
  const ratio = peer.wallMs / ours.wallMs;
  const detail = `${peer.wallMs.toFixed(1)} ms / ${ours.wallMs.toFixed(1)} ms`;
  return [{ work, ratio, goal: `≥ ${goal}`, met: ratio >= goal, detail }];
}

/** A stand-in for the agent's program that answers what a client asks first, then prints the recorded stream. */
async function replayAgent(stream: string): Promise<string> {
  const agent = `${stream}.agent`;
  const script = `#!/bin/sh
case "$*" in *--version*) echo "2.1.332 (Claude Code)"; exit;; --replay) exec cat "${stream}";; esac
while IFS= read -r line; do
  case "$line" in
    *'"control_request"'*)
      id=$(printf '%s' "$line" | sed -E 's/.*"request_id":"([^"]+)".*/\\1/')
      printf '{"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"commands":[],"models":[],"account":{},"output_style":"default","available_output_styles":[]}}}\\n' "$id";;
    *'"type":"user"'*) exec cat "${stream}";;
  esac
done
`;
  await writeFile(agent, script);
  await chmod(agent, 0o755);
  return agent;
}

/** The vendor's SDK, where the registry has it: a peer to measure against, not a dependency. */
async function vendorSdk(): Promise<string | undefined> {
  const home = join(dir, "sdk");
  await mkdir(home);
  await writeFile(join(home, "package.json"), '{"private":true,"type":"module"}');
  const flags = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const install = ["install", ...flags, "@anthropic-ai/claude-agent-sdk@0.3.332"];
  const { exitCode } = await execa("npm", install, { cwd: home, reject: false });
  if (exitCode !== 0) return undefined;
  const root = join(home, "node_modules/@anthropic-ai/claude-agent-sdk");
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { main?: string };
  const entry = join(root, manifest.main ?? "sdk.mjs");
  return (await stat(entry)).isFile() ? pathToFileURL(entry).href : undefined;
}

function atLeast(work: string, ratio: number, goal: number, samples: readonly Sample[]): Row {
  return { work, ratio, goal: `≥ ${goal}`, met: ratio >= goal, detail: detail(samples) };
}

function atMost(work: string, ratio: number, goal: number, samples: readonly Sample[]): Row {
  return { work, ratio, goal: `≤ ${goal}`, met: ratio <= goal, detail: detail(samples) };
}

function detail(samples: readonly Sample[]): string {
  return samples.map((s) => `${Math.round(s.cpuMs)} ms CPU, ${Math.round(s.peakRssMiB)} MiB`).join(" / ");
}

function render(rows: readonly Row[]): string {
  const lines = rows.map(
    (r) => `| ${r.work} | ${r.ratio.toFixed(2)} | ${r.goal} | ${r.met ? "yes" : "**no**"} | ${r.detail} |`,
  );
  return `| work | ratio | goal | met | medians |\n|---|---|---|---|---|\n${lines.join("\n")}\n`;
}

async function report(table: string): Promise<string> {
  return `# Results\n\nWritten by \`pnpm run bench --write\`: ${rounds} interleaved rounds, each mode in a process of its own, medians.\nNode.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}. Ratios are what counts; absolute figures drift.\n\n${table}`;
}
