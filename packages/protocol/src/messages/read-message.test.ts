import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readClientMessage, readServerMessage } from "./read-message.ts";

const sessionId = "0199-session";

describe("a client's message", () => {
  test.each([
    { t: "hello", v: 1, client: { name: "cli", version: "1.0.0" } },
    { t: "list" },
    { t: "subscribe", sub: "a", sessionId, from: null, tail: 200, verbosity: "full", credit: 1 },
    {
      t: "subscribe",
      sub: "a",
      sessionId,
      from: { logId: "l", seq: 0 },
      verbosity: "summary",
      credit: 0,
    },
    { t: "range", req: "r", sessionId, logId: "l", fromSeq: 1, toSeq: 9, verbosity: "normal" },
    { t: "blob", req: "r", sessionId, ref: "b", offset: 0, length: 1 },
    { t: "intent", id: "i", kind: "of a later version", args: { anything: true } },
    { t: "query", req: "r", kind: "projects", args: {} },
    { t: "presence", state: "away" },
    { t: "ping", c: 1 },
    { t: "bye" },
  ])("$t is read, and what this version does not know in it is passed over", (message) => {
    const read = readClientMessage(JSON.stringify({ ...message, later: 1 }));
    expect(read).toEqual({ status: "ok", message });
  });

  test.each([
    ["no JSON", "{", undefined],
    ["no object", "[]", undefined],
    ["no type", '{"sub":"a"}', undefined],
    ["a tail without end", subscribe({ tail: 2_001 }), "a"],
    ["a negative credit", subscribe({ credit: -1 }), "a"],
    ["a cursor without a log", subscribe({ from: { seq: 1 } }), "a"],
    [
      "a blob of a megabyte",
      '{"t":"blob","req":"r","sessionId":"s","ref":"b","offset":0,"length":1048576}',
      "r",
    ],
  ])("%s is invalid, and its sender can be told", (_, text, re) => {
    const read = readClientMessage(text);
    expect(read).toMatchObject({ status: "invalid", issues: [expect.any(String)] });
    expect("re" in read ? read.re : undefined).toBe(re);
  });

  test("a type of a later version is unknown, not invalid", () => {
    expect(readClientMessage('{"t":"dance","req":"r"}')).toEqual({ status: "unknown", t: "dance", re: "r" });
  });

  test("whatever comes, reading never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(["ok", "unknown", "invalid"]).toContain(readClientMessage(text).status);
        expect(["ok", "unknown", "invalid"]).toContain(readServerMessage(text).status);
      }),
    );
  });
});

describe("a host's message", () => {
  test("an event of a later version goes through untouched", () => {
    const items = [{ kind: "tomorrow", seq: 4, nested: { a: [1] } }];
    const events = { t: "events", sub: "a", logId: "l", from: 4, to: 4, items, cost: 12 };
    expect(readServerMessage(JSON.stringify(events))).toEqual({ status: "ok", message: events });
  });

  test("a refusal says what to do", () => {
    const error = { code: "scope", message: "this client may only view", hint: "ask for more" };
    const rejected = { t: "intentResult", id: "i", status: "rejected", error };
    expect(readServerMessage(JSON.stringify(rejected))).toEqual({ status: "ok", message: rejected });
  });
});

function subscribe(change: object): string {
  const from = { logId: "l", seq: 1 };
  return JSON.stringify({
    t: "subscribe",
    sub: "a",
    sessionId,
    from,
    verbosity: "full",
    credit: 1,
    ...change,
  });
}
