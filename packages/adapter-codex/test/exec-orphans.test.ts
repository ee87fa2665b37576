import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { type AgentEvent, type AgentRun, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { execBench, only, say } from "./exec-lab.ts";

// What a command starts may well start a session of its own.
const COMMAND = "setsid tail -f /dev/null & echo $$ > started.txt; tail -f /dev/null";

const ways: readonly (readonly [
  way: string,
  outcome: string,
  end: (run: AgentRun, program: number) => unknown,
])[] = [
  ["close", "interrupted", (run) => run.close()],
  ["interrupt", "completed", (run) => run.interrupt().then(() => run.close())],
  ["SIGTERM", "failed", (_run, program) => process.kill(program, "SIGTERM")],
  ["SIGKILL", "failed", (_run, program) => process.kill(program, "SIGKILL")],
];

test.each(ways)("nothing is left after %s", async (_way, outcome, end) => {
  await using lab = await execBench([[{ call: "Bash", input: { command: COMMAND } }]]);
  const spec = lab.spec();
  const runId = spec.runId ?? "";
  const run = await lab.backend.start(spec, {});
  const events: AgentEvent[] = [];
  const read = (async () => {
    for await (const event of run.events) events.push(event);
  })();
  await run.send(say("wait for ever"));
  const started = () => readFile(join(lab.cwd, "started.txt"), "utf8").catch(() => "");
  while (!(await started()).includes("\n")) await systemClock.sleep(20);
  const alive = await findRun(runId);
  expect(alive.length).toBeGreaterThanOrEqual(3);
  // The program is the first of them: all others are its descendants.
  await end(run, Math.min(...alive.map(({ pid }) => pid)));
  await read;
  expect(await findRun(runId)).toEqual([]);
  expect(only(events, "runFinished")).toMatchObject([{ outcome }]);
  await run.close();
});
