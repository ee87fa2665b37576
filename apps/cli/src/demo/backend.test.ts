import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentHooks, checkStream, type Decision } from "@nucleic/protocol";
import { type ContractSetting, WatchedRun } from "@nucleic/protocol/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDemo } from "../../test/demo-bench.ts";
import { demoFile, demoSource } from "./files.ts";

// Its own story. What every backend does is in contract.test.ts.

let demo: ContractSetting;
beforeEach(async () => {
  demo = await openDemo();
});
afterEach(() => demo[Symbol.asyncDispose]());

/** Answers every approval alike, and every question with the same words. */
function hooks(decision: Decision, answer = "Nautical"): AgentHooks {
  return {
    requestApproval: async () => ({ decision, by: { by: "person" } }),
    askUser: async () => ({ kind: "answered", answers: { tone: [answer] }, by: { by: "person" } }),
  };
}

const begin = () => writeFile(join(demo.spec.cwd, demoFile), demoSource);
const source = () => demo.readFile(demoFile);

/** One turn, and the end of the run. */
async function told(given: AgentHooks): Promise<WatchedRun> {
  const run = new WatchedRun(await demo.backend.start(demo.spec, given));
  await run.turn("Greet people");
  await run.close();
  expect(checkStream(run.events)).toEqual({ faults: [], openApprovals: [], openQuestions: [] });
  return run;
}

test("it edits a file, runs it, and says what came of it", async () => {
  await begin();
  const run = await told(hooks({ kind: "allow" }));
  expect(await source()).toContain('const greeting = "Ahoy";');
  expect(run.all("fileChange")).toMatchObject([{ path: demoFile, change: "update", inferred: false }]);
  expect(run.all("turnCompleted")).toMatchObject([
    { outcome: "completed", finalText: `I changed \`${demoFile}\`, and it says: Ahoy, Ada` },
  ]);
  expect(
    run
      .all("planUpdated")
      .at(-1)
      ?.entries.map(({ status }) => status),
  ).toEqual(Array(3).fill("completed"));
});

test("a person sees the change as a diff before it is made", async () => {
  await begin();
  const run = await told(hooks({ kind: "allow" }));
  expect(run.all("approvalRequested")[0]?.request).toMatchObject({
    tool: "Edit",
    paths: [demoFile],
    diff: [
      `--- a/${demoFile}`,
      `+++ b/${demoFile}`,
      "@@ -1 +1 @@",
      '-const greeting = "hi";',
      '+const greeting = "Ahoy";',
      "",
    ].join("\n"),
  });
});

test("where the file is not there it is created; a free answer is the greeting", async () => {
  const run = await told(hooks({ kind: "allow" }, 'Say "hi" & $1'));
  expect(await source()).toContain('const greeting = "Say \\"hi\\" & $1";');
  expect(run.all("fileChange")).toMatchObject([{ change: "add" }]);
});

test("nobody answers the question: it greets kindly", async () => {
  await told({
    ...hooks({ kind: "allow" }),
    askUser: async () => ({ kind: "declined", by: { by: "person" } }),
  });
  expect(await source()).toContain('const greeting = "Hello and welcome";');
});

test("a denial changes nothing, and it says so", async () => {
  await begin();
  const run = await told(hooks({ kind: "deny", message: "not today" }));
  expect(await source()).toBe(demoSource);
  expect(run.all("turnCompleted")[0]?.finalText).toContain("was not allowed");
});

test("where the run alone is denied, the change stays", async () => {
  const run = await told({
    ...hooks({ kind: "allow" }),
    requestApproval: async ({ tool }) => ({
      decision: { kind: tool === "Bash" ? "deny" : "allow" },
      by: { by: "person" },
    }),
  });
  expect(await source()).toContain("Ahoy");
  expect(run.all("turnCompleted")[0]?.finalText).toContain("not allowed to run it");
});

test("a program that fails is told as it is", async () => {
  await writeFile(join(demo.spec.cwd, demoFile), `${demoSource}process.exit(3);\n`);
  const run = await told(hooks({ kind: "allow" }));
  expect(run.all("toolResult").at(-1)).toMatchObject({ isError: true, exitCode: 3 });
  expect(run.all("turnCompleted")[0]?.finalText).toContain("but it fails");
});

test("it counts no tokens: there are none", async () => {
  expect((await told(hooks({ kind: "deny" }))).all("usage")).toEqual([]);
});
