import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { live, type Moment } from "./child.ts";
import type { Failpoint } from "./failpoint.ts";
import { judgeSilence } from "./judge-silence.ts";
import { judge, type Verdict } from "./oracle.ts";
import { type Random, seeded } from "./random.ts";
import { faultEnvironment, hasShim, randomFault } from "./shim.ts";
import { Testimony } from "./testimony.ts";

/** What the lives of one seed came to. */
export interface SeedReport extends Verdict {
  readonly seed: number;
  /** How each life was to end, and did. */
  readonly ends: readonly string[];
}

const lives = 2;

/** Two lives in one data directory, each ended as the seed decides, each judged by a process that comes after it. */
export async function runSeed(seed: number): Promise<SeedReport> {
  const folder = await mkdtemp(join(tmpdir(), "nucleic-crash-"));
  const testimony = new Testimony();
  const faults: string[] = [];
  const ends: string[] = [];
  const report = { seed, ends, faults, sessions: 0, records: 0, approvals: 0, intents: 0 };
  try {
    const dataDir = join(folder, "data");
    for (let life = 0; life < lives; life++) {
      const { name, moment, env } = await death(seeded(`${seed}/death ${life}`), seed + life);
      const before = testimony.acks.length;
      const end = await live({ dataDir, seed, life, moment, env }, testimony);
      ends.push(`${name}: ${end}`);
      const verdict = await judge(dataDir, testimony, `${seed}.${life}`);
      judgeSilence(testimony.acks.slice(before), verdict.faults);
      faults.push(...verdict.faults.map((fault) => `life ${life}: ${fault}`));
      report.records += verdict.records;
      const { sessions, approvals, intents } = verdict;
      Object.assign(report, { sessions, approvals, intents });
      if (faults.length > 0) break;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return report;
}

interface Death {
  readonly name: string;
  readonly moment: Moment | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** By turns: a kill at some moment, a kill at a step, a call into the system that fails. */
async function death(random: Random, turn: number): Promise<Death> {
  const way = turn % (hasShim ? 3 : 2);
  if (way === 0) {
    const moment = { acks: 1 + random.below(180), delayMs: random.below(12) };
    return { name: `kill -9 ${moment.delayMs} ms after acknowledgement ${moment.acks}`, moment, env: {} };
  }
  if (way === 1) {
    const point = randomFailpoint(random);
    const name = `kill -9 ${point.when} ${point.op} ${point.n}`;
    return { name, moment: undefined, env: { CRASH_FAILPOINT: JSON.stringify(point) } };
  }
  const env = await faultEnvironment(randomFault(random));
  return { name: env.CRASH_SHIM, moment: undefined, env };
}

function randomFailpoint(random: Random): Failpoint {
  const op = random.pick<Failpoint["op"]>([
    ...(["write", "write", "write", "datasync", "datasync", "datasync", "sql", "sql", "sql"] as const),
    ...(["syncDirectory", "create", "rename", "remove"] as const),
  ]);
  const most = { write: 90, datasync: 90, sql: 250, syncDirectory: 30, create: 10, rename: 4, remove: 3 };
  const when = random.pick<Failpoint["when"]>(
    op === "write" ? ["before", "half", "after"] : ["before", "after"],
  );
  return { op, n: 1 + random.below(op === "truncate" ? 1 : most[op]), when };
}
