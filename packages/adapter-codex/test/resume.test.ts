import { findRun } from "@nucleic/process";
import { expect, test } from "vitest";
import { allowAll, bench, faultsOf, hooksThat, Recording, say } from "./lab.ts";
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
  const program = Math.min(...(await findRun(runId)).map(({ pid }) => pid));
  const before = new Recording(first);
  await first.send(say("tell me a word"));
  const { backendSessionId } = await before.next("sessionStarted");
  await before.next("turnCompleted");
  await first.send(say("write it"));
  await asked.promise;
  process.kill(program, "SIGKILL");
  const told = await before.done;
  expect(told.at(-1)).toMatchObject({ kind: "runFinished", outcome: "failed", error: { code: "crashed" } });
  expect(before.of("approvalResolved")).toMatchObject([
    { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
  ]);
  expect(faultsOf(told)).toEqual([]);
  await first.close();

  await using second = await lab.backend.resume(
    { ...lab.spec(), backendSessionId, fork: false },
    allowAll().hooks,
  );
  const after = new Recording(second);
  await second.send(say("which word was it?"));
  await after.next("turnCompleted");
  await second.close();
  expect(after.of("sessionStarted")).toMatchObject([{ backendSessionId, resumed: true }]);
  expect(after.of("approvalRequested")).toEqual([]);
  expect(JSON.stringify(lab.model.requests.main.at(-1)?.body)).toContain("The word is osprey.");
  expect(await lab.read("a.txt")).toBe(undefined);
  expect(faultsOf(await after.done)).toEqual([]);
});

test("a session that another process has open is busy, not unknown", async () => {
  await using lab = await bench({ replies: [[{ say: "Hello." }]] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("hello"));
  await events.next("turnCompleted");
  const { backendSessionId } = await events.next("sessionStarted");
  const again = lab.backend.resume({ ...lab.spec(), backendSessionId, fork: false }, {});
  await expect(again).rejects.toMatchObject({ code: "sessionBusy" });
});

test("a session in which nothing was said is not known later", async () => {
  await using lab = await bench();
  const run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  const { backendSessionId } = await events.next("sessionStarted");
  await run.close();
  const again = lab.backend.resume({ ...lab.spec(), backendSessionId, fork: false }, {});
  await expect(again).rejects.toMatchObject({ code: "unknownSession" });
});
