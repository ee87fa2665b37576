import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findRun } from "@nucleic/process";
import { createIds, type SessionSpec, systemClock } from "@nucleic/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codexBackend } from "../src/index.ts";
import { allowAll, faultsOf, hooksThat, Recording, say } from "./lab.ts";
import "./patience.ts";

const executable = fileURLToPath(new URL("programs/wild-server.mjs", import.meta.url));
const backend = codexBackend({ executable, environment: { PATH: process.env.PATH } });

let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "nucleic-wild-")));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const spec = (env: Readonly<Record<string, string>> = {}, runId = crypto.randomUUID()): SessionSpec => ({
  sessionId: createIds(systemClock).session(),
  cwd,
  approvalPolicy: "interactive",
  verbosity: "full",
  env: { HOME: cwd, RECEIVED: join(cwd, "received"), ...env },
  trusted: false,
  runId,
});
/** What the server was answered, by the id of its request. */
async function answers(): Promise<ReadonlyMap<unknown, Record<string, unknown>>> {
  const lines = (await readFile(join(cwd, "received"), "utf8")).trimEnd().split("\n");
  const messages = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return new Map(
    messages.filter(({ method }) => method === undefined).map((message) => [message.id, message]),
  );
}
const ask = (id: unknown, method: string, threadId = "THREAD") =>
  JSON.stringify({ id, method, params: { threadId, turnId: "TURN", itemId: "item-1", command: "rm -rf /" } });
const command = "item/commandExecution/requestApproval";

test("lines that are none are told, and the turn goes on", async () => {
  await using run = await backend.start(spec(), {});
  const events = new Recording(run);
  await run.send(say(["not json", "[1]", '{"neither":true}', '{"id":99,"result":{}}', "done"].join("\n")));
  expect(await events.next("turnCompleted")).toMatchObject({ outcome: "completed" });
  await run.close();
  expect(events.of("error").map(({ code, recoverable }) => [code, recoverable])).toEqual([
    ["protocolViolation", true],
    ["protocolViolation", true],
  ]);
  expect(events.of("raw")).toMatchObject([{ native: { neither: true } }]);
  expect(faultsOf(await events.done)).toEqual([]);
});

test("what is not asked of a person, or not by this session, is refused, whatever its id", async () => {
  const { hooks, asked } = allowAll();
  await using run = await backend.start(spec(), hooks);
  const events = new Recording(run);
  const asks = [
    ask(0, "item/of/tomorrow"),
    ask("text", command, "thread-of-nobody"),
    ask(7, "item/tool/call"),
    JSON.stringify({ id: 8, method: "account/chatgptAuthTokens/refresh", params: {} }),
  ];
  await run.send(say([...asks, "done"].join("\n")));
  await events.next("turnCompleted");
  await run.close();
  const given = await answers();
  expect(given.get(0)).toMatchObject({ error: { code: -32_601 } });
  expect(given.get("text")).toMatchObject({ error: { code: -32_000 } });
  expect(given.get(7)).toMatchObject({ result: { success: false } });
  expect(given.get(8)).toMatchObject({ error: { code: -32_601 } });
  expect(asked).toEqual([]);
  expect(events.of("raw").map(({ native }) => (native as { method: string }).method)).toContain(
    "item/of/tomorrow",
  );
});

test("what was withdrawn is not answered", async () => {
  const hooks = { requestApproval: () => new Promise<never>(() => undefined) };
  await using run = await backend.start(spec(), hooks);
  const events = new Recording(run);
  const resolved = { method: "serverRequest/resolved", params: { threadId: "THREAD", requestId: 0 } };
  await run.send(say([ask(0, command), JSON.stringify(resolved), "done"].join("\n")));
  await events.next("turnCompleted");
  await run.close();
  expect(events.of("approvalResolved")).toMatchObject([
    { decision: { kind: "deny" }, decidedBy: { by: "withdrawn" } },
  ]);
  expect((await answers()).has(0)).toBe(false);
});

test.each([
  ["a crash", ["die"]],
  ["a close", []],
  ["a close that it resists", ["stubborn"]],
])("what is asked is never accepted by %s, and nothing is left", async (_name, words) => {
  const asked = Promise.withResolvers<void>();
  const { hooks } = hooksThat(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const runId = crypto.randomUUID();
  const run = await backend.start(spec({}, runId), hooks);
  const events = new Recording(run);
  await run.send(say([ask(0, command), ask(1, command), ...words].join("\n")));
  if (words.includes("die")) await events.done;
  else await asked.promise;
  await run.close();
  const all = await events.done;
  expect(events.of("approvalResolved").every(({ decision }) => decision.kind === "deny")).toBe(true);
  expect(JSON.stringify([...(await answers()).values()])).not.toContain("accept");
  expect(all.filter(({ kind }) => kind === "runFinished")).toHaveLength(1);
  expect(faultsOf(all)).toEqual([]);
  expect(await findRun(runId)).toEqual([]);
});

test("a program that fails at its start says why", async () => {
  const started = backend.start(spec({ FAIL_AT_START: "1" }), {});
  await expect(started).rejects.toMatchObject({ code: "exitedEarly", hint: "there is no such thing" });
});
