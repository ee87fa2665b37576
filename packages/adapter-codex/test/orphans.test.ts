import { findRun } from "@nucleic/process";
import { type AgentRun, systemClock } from "@nucleic/protocol";
import type { Step } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { allowAll, type Bench, bench, faultsOf, Recording, say } from "./lab.ts";
import "./patience.ts";

const daemons = "setsid sh -c 'tail -f /dev/null & tail -f /dev/null' & echo $$ > started.txt";

// Codex starts each command in a session of its own; these start another. What is left to itself in the sandbox ends with it.
const commands: readonly (readonly [name: string, call: Step])[] = [
  ["that waits", { call: "Bash", input: { command: "touch started.txt; setsid tail -f /dev/null" } }],
  [
    "that leaves daemons outside the sandbox",
    {
      native: "exec_command",
      input: { cmd: daemons, sandbox_permissions: "require_escalated", justification: "a test" },
    },
  ],
];

interface Busy {
  readonly run: AgentRun;
  readonly events: Recording;
  readonly runId: string;
  readonly program: number;
}

/** A run in the middle of a command that never ends, or whose children never do. */
async function inCommand(lab: Bench): Promise<Busy> {
  const runId = crypto.randomUUID();
  const run = await lab.backend.start(lab.spec({ runId }), allowAll().hooks);
  // The program is the first of them: all others are its descendants.
  const program = Math.min(...(await findRun(runId)).map(({ pid }) => pid));
  const events = new Recording(run);
  await run.send(say("wait for ever"));
  while ((await lab.read("started.txt")) === undefined) await systemClock.sleep(20);
  await events.next("toolCallStarted");
  expect((await findRun(runId)).length).toBeGreaterThanOrEqual(2);
  return { run, events, runId, program };
}

const ways: readonly (readonly [way: string, end: (busy: Busy) => unknown])[] = [
  ["close", ({ run }) => run.close()],
  ["SIGTERM", ({ program }) => process.kill(program, "SIGTERM")],
  ["SIGKILL", ({ program }) => process.kill(program, "SIGKILL")],
];

describe.each(commands)("nothing is left of a command %s, after", (_name, call) => {
  test.each(ways)("%s", async (_way, end) => {
    await using lab = await bench({
      replies: [[call], [{ say: "Started." }, { gate: "never" }]],
    });
    const busy = await inCommand(lab);
    await end(busy);
    const all = await busy.events.done;
    expect(await findRun(busy.runId)).toEqual([]);
    expect(all.at(-1)).toMatchObject({ kind: "runFinished" });
    expect(busy.events.of("toolResult")).toHaveLength(1);
    expect(faultsOf(all)).toEqual([]);
    await busy.run.close();
  });
});

test("an interruption ends what runs, and the session goes on", async () => {
  const command = "echo $$ > started.txt; tail -f /dev/null";
  await using lab = await bench({ replies: [[{ call: "Bash", input: { command } }], [{ say: "Again." }]] });
  const { run, events, runId, program } = await inCommand(lab);
  await run.interrupt();
  while ((await findRun(runId)).some(({ pid }) => pid !== program)) await systemClock.sleep(20);
  await run.send(say("once more"));
  await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
  await run.close();
  expect(events.of("turnCompleted").map(({ outcome }) => outcome)).toEqual(["interrupted", "completed"]);
  expect(faultsOf(await events.done)).toEqual([]);
});

test("a consumer that leaves ends the run", async () => {
  await using lab = await bench({ replies: [[{ say: "Once" }, { gate: "never" }]] });
  const runId = crypto.randomUUID();
  const run = await lab.backend.start(lab.spec({ runId }), {});
  await run.send(say("tell"));
  for await (const event of run.events) if (event.kind === "assistantText") break;
  await run.close();
  expect(await findRun(runId)).toEqual([]);
});
