import { allowAll, faultsOf, say } from "@nucleic/adapter-kit/testing";
import { findRun, localProcessHost, type ProcessHandle, type ProcessHost } from "@nucleic/process";
import { systemClock } from "@nucleic/protocol";
import { WatchedRun } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { bench } from "./lab.ts";
import "./patience.ts";

/** This machine, and what was started on it. */
function watchedHost(): { readonly processHost: ProcessHost; readonly started: ProcessHandle[] } {
  const host = localProcessHost({ clock: systemClock });
  const started: ProcessHandle[] = [];
  const spawn: ProcessHost["spawn"] = (spec, signal) => {
    const handle = host.spawn(spec, signal);
    started.push(handle);
    return handle;
  };
  return { processHost: { spawn }, started };
}

const endless = "setsid sh -c 'tail -f /dev/null & tail -f /dev/null' & echo $$ > started.txt";

test("two threads in one process keep apart; it ends with the last of them", async () => {
  const { processHost, started } = watchedHost();
  await using lab = await bench({
    replies: [
      [{ native: "exec_command", input: { cmd: endless, sandbox_permissions: "require_escalated" } }],
      [{ say: "First" }, { gate: "first" }],
      [{ say: "Second." }],
      [{ say: "Second again." }],
    ],
    backend: { processHost, shareProcess: true },
  });
  const runId = crypto.randomUUID();
  const one = await lab.backend.start(lab.spec({ runId }), allowAll().hooks);
  const two = await lab.backend.start(lab.spec(), {});
  const [first, second] = [new WatchedRun(one), new WatchedRun(two)];
  expect(started).toHaveLength(1);
  await one.send(say("one"));
  await lab.model.gateReached("first");
  expect(await findRun(runId)).not.toEqual([]);
  await two.send(say("two"));
  await second.nth("turnCompleted");

  await one.close();
  expect((await first.ended).at(-1)).toMatchObject({ kind: "runFinished", outcome: "interrupted" });
  expect(await findRun(runId)).toEqual([]);
  await two.send(say("two again"));
  await second.nth("turnCompleted", 2);
  await two.close();
  expect(await started[0]?.exited).toMatchObject({ code: 0, forced: false });
  expect((await second.ended).at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed" });
  expect(second.all("turnCompleted").map(({ finalText }) => finalText)).toEqual(["Second.", "Second again."]);
  expect(second.all("approvalRequested")).toEqual([]);
  expect([faultsOf(first.events), faultsOf(second.events)]).toEqual([[], []]);
});

test("a crash ends every run of the process, and the next one gets a new process", async () => {
  const { processHost, started } = watchedHost();
  await using lab = await bench({
    replies: [[{ say: "One" }, { gate: "never" }], [{ say: "Here." }]],
    backend: { processHost, shareProcess: true },
  });
  const runs = [await lab.backend.start(lab.spec(), {}), await lab.backend.start(lab.spec(), {})];
  const recordings = runs.map((run) => new WatchedRun(run));
  await runs[0]?.send(say("one"));
  await lab.model.gateReached("never");
  started[0]?.signal("SIGKILL");
  for (const { ended } of recordings) {
    const all = await ended;
    expect(all.filter(({ kind }) => kind === "runFinished")).toMatchObject([
      { outcome: "failed", signal: "SIGKILL" },
    ]);
    expect(faultsOf(all)).toEqual([]);
  }
  await using next = await lab.backend.start(lab.spec(), {});
  const events = new WatchedRun(next);
  await next.send(say("anyone?"));
  await events.first("turnCompleted", ({ outcome }) => outcome === "completed");
  expect(started).toHaveLength(2);
  for (const run of runs) await run.close();
});

test("a thread that was closed is taken up again in the same process", async () => {
  const { processHost, started } = watchedHost();
  await using lab = await bench({
    replies: [[{ say: "Osprey." }], [{ say: "It was osprey." }]],
    backend: { processHost, shareProcess: true },
  });
  await using _other = await lab.backend.start(lab.spec(), {});
  const first = await lab.backend.start(lab.spec(), {});
  const before = new WatchedRun(first);
  await first.send(say("a word"));
  await before.nth("turnCompleted");
  const { backendSessionId } = await before.nth("sessionStarted");
  await first.close();
  await using second = await lab.backend.resume({ ...lab.spec(), backendSessionId, fork: false }, {});
  const after = new WatchedRun(second);
  await second.send(say("which word?"));
  await after.first("turnCompleted", ({ outcome }) => outcome === "completed");
  expect(JSON.stringify(lab.model.requests.main.at(-1)?.body)).toContain("Osprey.");
  expect(started).toHaveLength(1);
});

test("runs with another environment have a process of their own", async () => {
  const { processHost, started } = watchedHost();
  await using lab = await bench({ backend: { processHost, shareProcess: true } });
  await using _one = await lab.backend.start(lab.spec(), {});
  await using _two = await lab.backend.start(lab.spec({ env: { EXTRA: "1" } }), {});
  expect(started).toHaveLength(2);
});
