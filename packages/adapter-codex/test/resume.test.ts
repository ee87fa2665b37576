import { allowAll, faultsOf, hooksThat, programOf, say } from "@nucleic/adapter-kit/testing";
import { WatchedRun } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { bench } from "./lab.ts";
import "./patience.ts";

test("after SIGKILL the session is taken up in a new process, and what was asked is not allowed", async () => {
  const write = { call: "Write", input: { path: "a.txt", content: "hello\n" } } as const;
  await using lab = await bench({
    replies: [[{ say: "The word is osprey." }], [write], [{ say: "Osprey." }]],
  });
  const asked = Promise.withResolvers<void>();
  const { hooks } = hooksThat(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const runId = crypto.randomUUID();
  const first = await lab.backend.start(lab.spec({ runId }), hooks);
  const program = await programOf(runId);
  const before = new WatchedRun(first);
  await first.send(say("tell me a word"));
  const { backendSessionId } = await before.nth("sessionStarted");
  await before.nth("turnCompleted");
  await first.send(say("write it"));
  await asked.promise;
  process.kill(program, "SIGKILL");
  const told = await before.ended;
  expect(told.at(-1)).toMatchObject({ kind: "runFinished", outcome: "failed", error: { code: "crashed" } });
  expect(before.all("approvalResolved")).toMatchObject([
    { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
  ]);
  expect(faultsOf(told)).toEqual([]);
  await first.close();

  await using second = await lab.backend.resume(
    { ...lab.spec(), backendSessionId, fork: false },
    allowAll().hooks,
  );
  const after = new WatchedRun(second);
  await second.send(say("which word was it?"));
  await after.nth("turnCompleted");
  await second.close();
  expect(after.all("sessionStarted")).toMatchObject([{ backendSessionId, resumed: true }]);
  expect(after.all("approvalRequested")).toEqual([]);
  expect(JSON.stringify(lab.model.requests.main.at(-1)?.body)).toContain("The word is osprey.");
  expect(await lab.read("a.txt")).toBe(undefined);
  expect(faultsOf(await after.ended)).toEqual([]);
});

test("a session that another process has open is busy, not unknown", async () => {
  await using lab = await bench({ replies: [[{ say: "Hello." }]] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new WatchedRun(run);
  await run.send(say("hello"));
  await events.nth("turnCompleted");
  const { backendSessionId } = await events.nth("sessionStarted");
  const again = lab.backend.resume({ ...lab.spec(), backendSessionId, fork: false }, {});
  await expect(again).rejects.toMatchObject({ code: "sessionBusy" });
});

test("a session in which nothing was said is not known later", async () => {
  await using lab = await bench();
  const run = await lab.backend.start(lab.spec(), {});
  const events = new WatchedRun(run);
  const { backendSessionId } = await events.nth("sessionStarted");
  await run.close();
  const again = lab.backend.resume({ ...lab.spec(), backendSessionId, fork: false }, {});
  await expect(again).rejects.toMatchObject({ code: "unknownSession" });
});
