import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { findRun } from "@nucleic/process";
import { type Clock, createIds, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { END_GRACE_MS } from "../src/exec/session/turn-process.ts";
import { codexExecBackend } from "../src/index.ts";
import { only, playOnce } from "./exec-lab.ts";

// Nobody waits here for as long as a program may take to leave.
const clock: Clock = {
  now: () => systemClock.now(),
  monotonicMs: () => systemClock.monotonicMs(),
  sleep: (ms, signal) => systemClock.sleep(ms === END_GRACE_MS ? 10 : ms, signal),
};

test("a turn that is over ends, though its program does not leave by itself", async () => {
  const executable = fileURLToPath(new URL("programs/lingering-codex.mjs", import.meta.url));
  const backend = codexExecBackend({ executable, clock });
  const runId = crypto.randomUUID();
  const run = await backend.start(
    {
      sessionId: createIds(systemClock).session(),
      cwd: tmpdir(),
      approvalPolicy: "fixed",
      verbosity: "full",
      env: {},
      trusted: false,
      runId,
    },
    {},
  );
  const events = await playOnce(run, "Hello.");
  expect(only(events, "turnCompleted")).toMatchObject([{ outcome: "completed", finalText: "Done." }]);
  expect(only(events, "runFinished")).toMatchObject([{ outcome: "completed" }]);
  expect(await findRun(runId)).toEqual([]);
});
