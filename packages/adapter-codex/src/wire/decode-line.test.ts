import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine, threadIdOf } from "./decode-line.ts";

const bytes = (line: string) => new TextEncoder().encode(line);
const decode = (value: unknown) => decodeLine(bytes(JSON.stringify(value)));

describe("a line is a message, unknown, blank or invalid", () => {
  test.each([
    ["blank", ""],
    ["blank", " \t\r"],
    ["invalid", "error: not json"],
    ["invalid", '{"method":"turn/started"'],
    ["invalid", "[1,2]"],
    ["invalid", "null"],
    ["unknown", "{}"],
    ["unknown", '{"method":5}'],
    ["unknown", '{"method":"x","id":null}'],
    ["unknown", '{"result":{}}'],
    ["notification", '{"method":"initialized"}'],
    ["notification", '{"method":"brand/new","params":[]}'],
    ["request", '{"method":"brand/new","id":7,"params":{}}'],
    ["request", '{"method":"brand/new","id":"seven"}'],
    ["response", '{"id":1,"result":null}'],
    ["error", '{"id":1,"error":{"code":-32600,"message":"no"}}'],
    ["error", '{"error":{"code":-32600,"message":"no"}}'],
  ])("%s: %s", (status, line) => {
    expect(decodeLine(bytes(line)).status).toBe(status);
  });

  test("the server's first request has the id 0, which is an id", () => {
    const native = { method: "item/tool/call", id: 0, params: { a: 1 } };
    expect(decode(native)).toEqual({
      status: "request",
      id: 0,
      method: native.method,
      params: { a: 1 },
      native,
    });
    expect(decode({ id: 0, result: {} })).toEqual({ status: "response", id: 0, result: {} });
  });

  test("a refusal comes with its id at either end of the line", () => {
    const line = '{"error":{"code":-32600,"message":"no active turn to steer"},"id":5}';
    expect(decodeLine(bytes(line))).toEqual({
      status: "error",
      id: 5,
      error: { code: -32600, message: "no active turn to steer" },
    });
  });

  test("an invalid line shows its beginning, however long it is", () => {
    expect(decodeLine(bytes("x".repeat(10_000)))).toEqual({
      status: "invalid",
      reason: "not JSON",
      head: "x".repeat(200),
    });
  });

  test("it never throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (line) => {
        expect(decodeLine(line).status).toBeTypeOf("string");
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(decode(value).status).toBeTypeOf("string");
      }),
    );
  });
});

test.each([
  ["t", { method: "turn/started", params: { threadId: "t" } }],
  ["t", { method: "item/tool/call", id: 0, params: { threadId: "t" } }],
  ["t", { method: "thread/started", params: { thread: { id: "t" } } }],
  [undefined, { method: "account/rateLimits/updated", params: {} }],
  [undefined, { id: 1, result: { thread: { id: "t" } } }],
])("the thread of a line: %s", (threadId, line) => {
  expect(threadIdOf(decode(line))).toBe(threadId);
});
