import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import type { SeedReport } from "./one-seed.ts";

/** What many seeds came to. */
export class Tally {
  readonly broken: number[] = [];
  readonly ways = new Map<string, number>();
  readonly sums = { lives: 0, killed: 0, records: 0, sessions: 0, approvals: 0, intents: 0 };

  add(report: SeedReport): void {
    if (report.faults.length > 0) this.broken.push(report.seed);
    this.sums.lives += report.ends.length;
    this.sums.killed += report.ends.filter(isDeath).length;
    for (const kind of ["records", "sessions", "approvals", "intents"] as const)
      this.sums[kind] += report[kind];
    for (const end of report.ends) {
      const way = wayOf(end);
      this.ways.set(way, (this.ways.get(way) ?? 0) + 1);
    }
  }
}

function isDeath(end: string): boolean {
  return !end.endsWith("exit 0");
}

/** The name of an end without its numbers. */
function wayOf(end: string): string {
  const name = end.replace(/: [^:]*$/, "");
  if (name.includes("acknowledgement")) return "`SIGKILL` at a random moment";
  const step = /^kill -9 (before|half|after) (\w+)/.exec(name);
  if (step) return `\`SIGKILL\` ${step[1] === "half" ? "in the middle of" : step[1]} a \`${step[2]}\``;
  const [path, op, n, what] = name.split(" ");
  return `\`${what}\` at ${n?.endsWith("+") ? "every" : "one"} ${op} of \`${path}\`${n?.endsWith("+") ? " from the n-th on" : ""}`;
}

/** The page that stands in the repository. */
export function resultsPage({ sums, ways, broken }: Tally, run: { first: number; count: number }): string {
  const whole = new Intl.NumberFormat("en");
  const rows = [...ways].sort(([a], [b]) => a.localeCompare(b));
  return `# What crashes left

Written by \`test/crash/nightly.ts\`, which \`.ci/nightly\` runs with a thousand seeds; \`.ci/run\` runs the first seventy-five.

| | |
|---|---|
| version | @nucleic/runtime ${versionOf("../../packages/runtime/package.json")}, Node ${process.version}, SQLite ${sqliteVersion()}, ${process.platform} ${process.arch} |
| seeds | ${whole.format(run.count)}: ${run.first} to ${run.first + run.count - 1} |
| lives of a process | ${whole.format(sums.lives)}, of which ${whole.format(sums.killed)} were cut off and the others had a disk that failed, or ended in order before their step came |
| acknowledged records looked for | ${whole.format(sums.records)} |
| sessions, approvals, intents looked at | ${whole.format(sums.sessions)}, ${whole.format(sums.approvals)}, ${whole.format(sums.intents)} |
| lost, doubled, changed, or not as acknowledged | **${broken.length === 0 ? "0" : `seeds ${broken.join(", ")}`}** |

A life makes, resumes, forks, archives and deletes sessions, three at once; sends, steers, interrupts; asks and answers approvals and
questions, by person, rule and expiry; takes intents, sets settings, pairs and revokes devices, rebuilds. It tells through a pipe
whatever was acknowledged to it. After it another process opens the data directory, and has to find:

- each acknowledged record once, with the content it was seen with; seqs without a gap; each message at most once;
- each approval with one end, allowed only where a person or a rule said so, and nothing done that is not allowed on disk;
- no session under way; each intent taken and done at most once; settings, devices and rules as acknowledged;
- \`verify\` clean, SQLite's own check clean, and a rebuild that changes no row of the sessions, approvals and usage;
- sessions that can be resumed and written further.

After an error of the disk the session says \`storageFailed\`, every error has a code, and nothing more is acknowledged in it.

| how a life ended | times |
|---|---|
${rows.map(([way, times]) => `| ${way} | ${times} |`).join("\n")}
`;
}

function versionOf(path: string): string {
  const { version } = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as { version: string };
  return version;
}

function sqliteVersion(): string {
  const sqlite = new Database(":memory:");
  try {
    return String(sqlite.prepare("SELECT sqlite_version()").pluck().get());
  } finally {
    sqlite.close();
  }
}
