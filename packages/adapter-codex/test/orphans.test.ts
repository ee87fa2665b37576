import {
  endings,
  faultsOf,
  inCommand,
  processesAfterLeaving,
  remainsAfter,
  say,
} from "@nucleic/adapter-kit/testing";
import { findRun } from "@nucleic/process";
import { systemClock } from "@nucleic/protocol";
import type { Step } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { bench } from "./lab.ts";
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

describe.each(commands)("nothing is left of a command %s, after", (_name, call) => {
  test.each(endings)("%s", async (...ending) => {
    await using lab = await bench({ replies: [[call], [{ say: "Started." }, { gate: "never" }]] });
    const remains = await remainsAfter(ending, await inCommand(lab, 2));
    expect(remains).toEqual({ processes: [], outcome: ending[1], toolResults: 1, faults: [] });
  });
});

test("an interruption ends what runs, and the session goes on", async () => {
  const command = "echo $$ > started.txt; tail -f /dev/null";
  await using lab = await bench({ replies: [[{ call: "Bash", input: { command } }], [{ say: "Again." }]] });
  const { run, events, runId, program } = await inCommand(lab, 2);
  await run.interrupt();
  while ((await findRun(runId)).some(({ pid }) => pid !== program)) await systemClock.sleep(20);
  await run.send(say("once more"));
  await events.first("turnCompleted", ({ outcome }) => outcome === "completed");
  await run.close();
  expect(events.all("turnCompleted").map(({ outcome }) => outcome)).toEqual(["interrupted", "completed"]);
  expect(faultsOf(await events.ended)).toEqual([]);
});

test("a consumer that leaves ends the run", async () => {
  await using lab = await bench({ replies: [[{ say: "Once" }, { gate: "never" }]] });
  expect(await processesAfterLeaving(lab)).toEqual([]);
});
