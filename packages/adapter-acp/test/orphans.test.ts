import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { type AgentRun, systemClock } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { allowAll, type Bench, bench, faultsOf, Recording, SUITE_AGENTS, say } from "./lab.ts";

// A command runs in a session of its own, and what it starts may well start another.
const COMMAND = "setsid tail -f /dev/null & echo $$ > started.txt; tail -f /dev/null";

/** A run in the middle of a command that never ends, in three sessions. */
async function inCommand(
  lab: Bench,
): Promise<{ run: AgentRun; events: Recording; runId: string; program: number }> {
  const runId = crypto.randomUUID();
  const run = await lab.backend.start(lab.spec({ runId }), allowAll().hooks);
  const events = new Recording(run);
  await run.send(say("wait for ever"));
  const started = () => readFile(join(lab.cwd, "started.txt"), "utf8").catch(() => "");
  while (!(await started()).includes("\n")) await systemClock.sleep(20);
  await events.next("toolCallStarted");
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
];

describe.each(SUITE_AGENTS)("nothing is left of %s after", (agent) => {
  test.each(ways)("%s", async (_way, outcome, end) => {
    await using lab = await bench({ agent, replies: [[{ call: "Bash", input: { command: COMMAND } }]] });
    const { run, events, runId, program } = await inCommand(lab);
    await end(run, program);
    const all = await events.done;
    expect(await findRun(runId)).toEqual([]);
    expect(all.at(-1)).toMatchObject({ kind: "runFinished", outcome });
    expect(all.filter(({ kind }) => kind === "toolResult")).toHaveLength(1);
    expect(faultsOf(all)).toEqual([]);
    await run.close();
  });

  test("an interruption of its command", async () => {
    await using lab = await bench({ agent, replies: [[{ call: "Bash", input: { command: COMMAND } }]] });
    const { run, events, runId } = await inCommand(lab);
    await run.interrupt();
    expect(await events.next("turnCompleted")).toMatchObject({ outcome: "interrupted" });
    // What the command itself put into another session is the command's own affair until the run ends.
    await run.close();
    expect(await findRun(runId)).toEqual([]);
    expect(faultsOf(await events.done)).toEqual([]);
  });
});
