import type { Clock } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { ask, drain } from "../../test/ask-model.ts";
import { type ScriptedModelOptions, scriptedModel } from "./scripted-model.ts";

const playing = (replies: readonly Reply[], options: Partial<ScriptedModelOptions> = {}) =>
  scriptedModel({ api: "anthropic-messages", scenario: { name: "test", replies }, ...options });

test("a reply stands at a gate, in the middle of its text, until the gate is opened", async () => {
  await using model = await playing([[{ say: "before " }, { gate: "g" }, { say: "after" }]]);
  const response = await ask(model.url);
  const reader = response.body?.getReader();
  await model.gateReached("g");
  let seen = "";
  while (!seen.includes("before")) seen += new TextDecoder().decode((await reader?.read())?.value);
  expect(seen).not.toContain("content_block_stop");

  model.openGate("g");
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    seen += new TextDecoder().decode(part.value);
  expect(seen).toContain("after");
  expect(seen).toContain("message_stop");
});

test("a gate that was opened before stays open", async () => {
  await using model = await playing([
    [{ gate: "g" }, { say: "through" }],
    [{ gate: "g" }, { say: "again" }],
  ]);
  model.openGate("g");
  expect((await drain(await ask(model.url))).text).toContain("through");
  expect((await drain(await ask(model.url))).text).toContain("again");
});

test("delayMs waits by the clock", async () => {
  const slept: number[] = [];
  const clock: Clock = { now: () => 0, monotonicMs: () => 0, sleep: async (ms) => void slept.push(ms) };
  await using model = await playing([[{ delayMs: 90_000 }, { say: "late" }]], { clock });
  expect((await drain(await ask(model.url))).text).toContain("late");
  expect(slept).toEqual([90_000]);
});

const waits: readonly Reply[] = [
  [{ hang: true }],
  [{ gate: "shut" }],
  [{ delayMs: 3_600_000 }],
  [{ say: "x" }, { hang: true }],
];

test.for(waits)("closing the server ends a reply that waits: %j", async (reply) => {
  const model = await playing([reply]);
  const response = ask(model.url);
  await model.requests.next();
  await model.close();
  await model.close();
  expect(await response.then(drain, () => ({ ended: "cut" }))).toMatchObject({ ended: "cut" });
});

test("a wait ends when the client goes away", async () => {
  const ended = Promise.withResolvers<unknown>();
  const clock: Clock = {
    now: () => 0,
    monotonicMs: () => 0,
    sleep: (_ms, signal) =>
      new Promise((_, reject) =>
        signal?.addEventListener("abort", () => {
          ended.resolve(signal.reason);
          reject(signal.reason);
        }),
      ),
  };
  await using model = await playing([[{ delayMs: 1 }]], { clock });
  const client = new AbortController();
  const response = ask(model.url, {}, { signal: client.signal });
  await model.requests.next();
  client.abort();
  await expect(response).rejects.toThrow();
  await expect(ended.promise).resolves.toMatchObject({ name: "AbortError" });
});

test("the reply function sees the request and may leave it to the scenario", async () => {
  await using model = await playing([[{ say: "scripted" }]], {
    reply: ({ kind, body }) =>
      kind === "main" && JSON.stringify(body).includes("adapt") ? [{ say: "adapted" }] : undefined,
  });
  expect((await drain(await ask(model.url, { messages: ["adapt"] }))).text).toContain("adapted");
  expect((await drain(await ask(model.url))).text).toContain("scripted");
});

test("a fault of the script reaches the client as an error of the provider", async () => {
  await using model = await playing([], {
    reply: () => {
      throw new Error("bug");
    },
  });
  const response = await ask(model.url);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("lab: bug");
});

test("a body over the limit is refused and not read", async () => {
  await using model = await playing([[{ say: "next" }]], { maxBodyBytes: 1000 });
  expect((await ask(model.url, { padding: "x".repeat(1000) })).status).toBe(413);
  expect(model.requests.length).toBe(0);
  expect((await drain(await ask(model.url))).text).toContain("next");
});

test("requests are kept without credentials, the newest ones up to the limit", async () => {
  await using model = await playing([], { maxRequests: 2 });
  for (const n of [1, 2, 3]) await drain(await ask(model.url, { n }));
  expect([...model.requests].map(({ body }) => body)).toMatchObject([{ n: 2 }, { n: 3 }]);
  expect(model.requests.at(-1)).toMatchObject({
    index: 2,
    kind: "main",
    method: "POST",
    path: "/v1/messages?beta=true",
    headers: { "content-type": "application/json", "x-api-key": "[redacted]" },
  });
});

test("next gives each request once, waits for those to come, and skips what is not asked for", async () => {
  await using model = await playing([]);
  await drain(await ask(model.url, { n: 1 }));
  expect(await model.requests.next()).toMatchObject({ body: { n: 1 } });
  const coming = model.requests.next(({ kind }) => kind === "main");
  await drain(await ask(model.url, { n: 2, tools: [] }));
  await drain(await ask(model.url, { n: 3 }));
  expect(await coming).toMatchObject({ body: { n: 3 } });
});

test("waits of the test end with its signal, and with the server", async () => {
  const model = await playing([]);
  const impatient = AbortSignal.abort(new Error("enough"));
  await expect(model.requests.next(undefined, impatient)).rejects.toThrow("enough");
  await expect(model.gateReached("never", impatient)).rejects.toThrow("enough");
  const waiting = [model.requests.next(), model.gateReached("never")].map((wait) => wait.catch(String));
  await model.close();
  expect(await Promise.all(waiting)).toEqual(Array(2).fill("AbortError: the scripted model was closed"));
});
