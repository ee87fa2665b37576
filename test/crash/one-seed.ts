import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { live, type Moment } from "./child.ts";
import type { Failpoint } from "./failpoint.ts";
import { judge, type Verdict } from "./oracle.ts";
import { type Random, seeded } from "./random.ts";
import { Testimony } from "./testimony.ts";

/** What the lives of one seed came to. */
export interface SeedReport extends Verdict {
  readonly seed: number;
  /** How each life was to end, and did. */
  readonly ends: readonly string[];
}

const lives = 2;

/** Two lives in one data directory, each killed as the seed decides, each judged by a process that comes after it. */
export async function runSeed(seed: number): Promise<SeedReport> {
  const folder = await mkdtemp(join(tmpdir(), "nucleic-crash-"));
  const testimony = new Testimony();
  const report = {
    seed,
    ends: [] as string[],
    ...{ faults: [] as string[], sessions: 0, records: 0, approvals: 0, intents: 0 },
  };
  try {
    for (let life = 0; life < lives; life++) {
      const random = seeded(`${seed}/death ${life}`);
      const { moment, failpoint } = death(random, seed, life);
      const dataDir = join(folder, "data");
      const env = failpoint ? { CRASH_FAILPOINT: JSON.stringify(failpoint) } : {};
      const end = await live({ dataDir, seed, life, moment, env }, testimony);
      report.ends.push(`${JSON.stringify(failpoint ?? moment)} ${end}`);
      const verdict = await judge(dataDir, testimony, `${seed}.${life}`);
      report.faults.push(...verdict.faults.map((fault) => `life ${life}: ${fault}`));
      report.sessions = verdict.sessions;
      report.records += verdict.records;
      report.approvals = verdict.approvals;
      report.intents = verdict.intents;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return report;
}

/** Every second life dies at a failpoint, the others at some moment. */
function death(
  random: Random,
  seed: number,
  life: number,
): { readonly moment?: Moment; readonly failpoint?: Failpoint } {
  if ((seed + life) % 2 === 0) return { moment: { acks: 1 + random.below(300), delayMs: random.below(12) } };
  const op = random.pick<Failpoint["op"]>([
    ...(["write", "write", "write", "datasync", "datasync", "datasync", "sql", "sql", "sql"] as const),
    ...(["syncDirectory", "create", "rename", "remove"] as const),
  ]);
  const most = {
    write: 150,
    datasync: 150,
    sql: 400,
    syncDirectory: 40,
    create: 15,
    rename: 3,
    remove: 4,
    truncate: 1,
  };
  const when = random.pick<Failpoint["when"]>(
    op === "write" ? ["before", "half", "after"] : ["before", "after"],
  );
  return { failpoint: { op, n: 1 + random.below(most[op]), when } };
}
