import { findRun, localProcessHost, type ProcessHandle, type ProcessHost } from "@nucleic/process";
import { systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { allowAll, bench, faultsOf, Recording, say } from "./lab.ts";
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
  const [first, second] = [new Recording(one), new Recording(two)];
  expect(started).toHaveLength(1);
  await one.send(say("one"));
  await lab.model.gateReached("first");
  expect(await findRun(runId)).not.toEqual([]);
  await two.send(say("two"));
  await second.next("turnCompleted");

  await one.close();
  expect((await first.done).at(-1)).toMatchObject({ kind: "runFinished", outcome: "interrupted" });
  expect(await findRun(runId)).toEqual([]);
  await two.send(say("two again"));
  await second.next("turnCompleted", () => true, 1);
  await two.close();
  expect(await started[0]?.exited).toMatchObject({ code: 0, forced: false });
  expect((await second.done).at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed" });
  expect(second.of("turnCompleted").map(({ finalText }) => finalText)).toEqual(["Second.", "Second again."]);
  expect(second.of("approvalRequested")).toEqual([]);
  expect([faultsOf(first.all), faultsOf(second.all)]).toEqual([[], []]);
});

test("a crash ends every run of the process, and the next one gets a new process", async () => {
  const { processHost, started } = watchedHost();
  await using lab = await bench({
    replies: [[{ say: "One" }, { gate: "never" }], [{ say: "Here." }]],
    backend: { processHost, shareProcess: true },
  });
  const runs = [await lab.backend.start(lab.spec(), {}), await lab.backend.start(lab.spec(), {})];
  const recordings = runs.map((run) => new Recording(run));
  await runs[0]?.send(say("one"));
  await lab.model.gateReached("never");
  started[0]?.signal("SIGKILL");
  for (const { done } of recordings) {
    const all = await done;
    expect(all.filter(({ kind }) => kind === "runFinished")).toMatchObject([
      { outcome: "failed", signal: "SIGKILL" },
    ]);
    expect(faultsOf(all)).toEqual([]);
  }
  await using next = await lab.backend.start(lab.spec(), {});
  const events = new Recording(next);
  await next.send(say("anyone?"));
  await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
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
  const before = new Recording(first);
  await first.send(say("a word"));
  await before.next("turnCompleted");
  const { backendSessionId } = await before.next("sessionStarted");
  await first.close();
  await using second = await lab.backend.resume({ ...lab.spec(), backendSessionId, fork: false }, {});
  const after = new Recording(second);
  await second.send(say("which word?"));
  await after.next("turnCompleted", ({ outcome }) => outcome === "completed");
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
