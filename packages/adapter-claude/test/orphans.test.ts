import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { type AgentRun, systemClock } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { allowAll, type Bench, bench, faultsOf, Recording, say, VERSIONS } from "./lab.ts";
import "./patience.ts";

// Bash runs in a session of its own, and what it starts may well start another.
const COMMAND = "setsid tail -f /dev/null & echo $$ > started.txt; tail -f /dev/null";

/** A run in the middle of a Bash command that never ends, in three sessions. */
async function inBash(
  lab: Bench,
): Promise<{ run: AgentRun; events: Recording; runId: string; program: number }> {
  const runId = crypto.randomUUID();
  const run = await lab.backend.start(lab.spec({ runId }), allowAll().hooks);
  const events = new Recording(run);
  await run.send(say("wait for ever"));
  const started = () => readFile(join(lab.cwd, "started.txt"), "utf8").catch(() => "");
  while (!(await started()).includes("\n")) await systemClock.sleep(20);
  const alive = await findRun(runId);
  expect(alive.length).toBeGreaterThanOrEqual(3);
  // The program is the first of them: all others are its descendants.
  return { run, events, runId, program: Math.min(...alive.map(({ pid }) => pid)) };
}

const ways: readonly (readonly [
  way: string,
  outcome: string,
  end: (run: AgentRun, program: number) => unknown,
])[] = [
  ["close", "interrupted", (run) => run.close()],
  ["SIGTERM", "failed", (_run, program) => process.kill(program, "SIGTERM")],
  ["SIGKILL", "failed", (_run, program) => process.kill(program, "SIGKILL")],
  ["SIGHUP", "failed", (_run, program) => process.kill(program, "SIGHUP")],
];

describe.each(VERSIONS)("nothing is left of %s after", (version) => {
  test.each(ways)("%s", async (_way, outcome, end) => {
    await using lab = await bench({ version, replies: [[{ call: "Bash", input: { command: COMMAND } }]] });
    const { run, events, runId, program } = await inBash(lab);
    await end(run, program);
    const all = await events.done;
    expect(await findRun(runId)).toEqual([]);
    expect(all.at(-1)).toMatchObject({ kind: "runFinished", outcome });
    expect(all.filter(({ kind }) => kind === "toolResult")).toHaveLength(1);
    expect(faultsOf(all)).toEqual([]);
    await run.close();
  });

  test("a consumer that leaves", async () => {
    await using lab = await bench({ version, replies: [[{ say: "Once" }, { gate: "never" }]] });
    const runId = crypto.randomUUID();
    const run = await lab.backend.start(lab.spec({ runId }), {});
    await run.send(say("tell"));
    for await (const event of run.events) if (event.kind === "assistantText") break;
    await run.close();
    expect(await findRun(runId)).toEqual([]);
  });
});
