import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ErrorCode } from "@nucleic/protocol";
import type { Step } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { bench, faultsOf, Recording, say } from "./lab.ts";
import "./patience.ts";

const failures: readonly (readonly [name: string, step: Step, code: ErrorCode])[] = [
  ["401", { httpError: 401, message: "no such key" }, "authenticationFailed"],
  ["429", { httpError: 429, message: "slow down" }, "rateLimited"],
  ["500", { httpError: 500, message: "out of order" }, "apiError"],
  ["503", { httpError: 503, message: "too many" }, "overloaded"],
];

test.each(failures)("after %s the turn has failed, and the session goes on", async (_name, step, code) => {
  await using lab = await bench({ replies: [[step], [{ say: "Here." }]] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("hello"));
  const { outcome, error } = await events.next("turnCompleted");
  expect([outcome, error?.code]).toEqual(["failed", code]);
  await run.send(say("again"));
  await events.next("turnCompleted", (turn) => turn.outcome === "completed");
  await run.close();
  expect(faultsOf(await events.done)).toEqual([]);
});

test("a stream that is cut is asked for again in sight, and in the end fails the turn", async () => {
  const half = [{ say: "Half" }, { cut: true }] as const;
  await using lab = await bench({ replies: [half, half, [{ say: "Here." }]] });
  const config = join(lab.home, ".codex/config.toml");
  const retrying = (await lab.userConfig()).replace("stream_max_retries = 0", "stream_max_retries = 1");
  await writeFile(config, retrying);
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("hello"));
  const { outcome, error } = await events.next("turnCompleted");
  expect([outcome, error?.code]).toEqual(["failed", "network"]);
  expect(events.of("error").map(({ code, recoverable }) => [code, recoverable])).toEqual([
    ["streamCut", true],
  ]);
  await run.send(say("again"));
  await events.next("turnCompleted", (turn) => turn.outcome === "completed");
  await run.close();
  expect(faultsOf(await events.done)).toEqual([]);
});

test("a model that never answers is interrupted", async () => {
  await using lab = await bench({ replies: [[{ gate: "never" }], [{ say: "Here." }]] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("hello"));
  await lab.model.gateReached("never");
  await run.interrupt();
  await run.send(say("again"));
  await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
  await run.close();
  expect(events.of("turnCompleted").map(({ outcome }) => outcome)).toEqual(["interrupted", "completed"]);
  expect(faultsOf(await events.done)).toEqual([]);
});
