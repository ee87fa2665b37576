import { readServerMessage, ServerMessage } from "@nucleic/protocol/messages";
import { describe, expect, test } from "vitest";
import { readMessage } from "./read-message.ts";

const host = { id: "h", version: "1" };
const limits = { messageBytes: 1, subscriptions: 1, credit: 1 };
const sessionId = "018f0000-0000-7000-8000-000000000001";
const error = { code: "internal", message: "no" };

/** One of each, with every field that may be left out where the schema lets it be small. */
const messages: readonly Readonly<Record<string, unknown>>[] = [
  { t: "welcome", v: 1, host, scopes: ["view"], serverTime: 1, limits },
  { t: "sessions", rev: 1, full: true, items: [], removed: [sessionId] },
  { t: "asked", full: true, approvals: [], questions: [], clipped: ["a"] },
  { t: "settled", sessionId, id: "a", by: { by: "person" }, decision: { kind: "allow" } },
  { t: "snapshot", sub: "s", logId: "l", fromSeq: 1, atSeq: 1, items: [{ kind: "new" }], cost: 1 },
  { t: "events", sub: "s", logId: "l", from: 1, to: 1, items: [{ kind: "new" }], cost: 1 },
  { t: "partial", sub: "s", after: 1, items: [{ kind: "assistantText" }] },
  { t: "live", sub: "s", head: 1 },
  { t: "lag", sub: "s", head: 2, next: 1 },
  { t: "reset", sub: "s", reason: "failed", error },
  { t: "intentResult", id: sessionId, status: "rejected", duplicate: true, error },
  { t: "queryResult", req: "q", result: [1], error },
  { t: "rangeResult", req: "q", fromSeq: 1, toSeq: 1, items: [{ kind: "new" }], more: false, error },
  { t: "blobResult", req: "q", offset: 0, sizeBytes: 1, data: "eA==", error },
  { t: "scopes", scopes: ["view"] },
  { t: "host", state: "running", storage: "ok" },
  { t: "error", re: "q", error },
  { t: "pong", c: 1 },
  { t: "bye", reason: "closed", retryAfterMs: 1 },
];
const named = messages.map((message) => [String(message.t), message] as const);

test("every message of this version is here once", () => {
  const types = ServerMessage.options.map(({ shape }) => shape.t.value);
  expect(messages.map(({ t }) => t)).toEqual(types);
});

describe.each(named)("%s", (_, message) => {
  test("is read as it came, with what is new in it", () => {
    const newer = { ...message, fieldOfTomorrow: { a: 1 } };
    expect(readServerMessage(JSON.stringify(message)).status).toBe("ok");
    expect(readMessage(JSON.stringify(newer))).toEqual(newer);
  });

  const odd = [undefined, null, 1, "x", true, [], [1], ["x"], [null], [{}], {}];
  test.each(Object.keys(message))("whatever stands as its %s is taken where the schema takes it", (field) => {
    for (const value of odd) {
      const text = JSON.stringify({ ...message, [field]: value });
      if (readServerMessage(text).status === "ok") expect(readMessage(text), text).toBeDefined();
      else readMessage(text);
    }
  });
});

test.each([
  ["no JSON", "{"],
  ["no object", "[]"],
  ["null", "null"],
  ["no type", "{}"],
  ["a type of tomorrow", '{"t":"tomorrow"}'],
  ["a name of every object", '{"t":"constructor"}'],
  ["a field that is missing", '{"t":"pong"}'],
  ["a field of another kind", '{"t":"pong","c":"1"}'],
  ["records that are none", '{"t":"partial","sub":"s","after":1,"items":[null]}'],
  ["ids that are none", '{"t":"sessions","rev":1,"full":true,"items":[],"removed":[1]}'],
  ["an optional field of another kind", '{"t":"error","re":1,"error":{}}'],
])("%s is passed over", (_, text) => {
  expect(readMessage(text)).toBeUndefined();
});
