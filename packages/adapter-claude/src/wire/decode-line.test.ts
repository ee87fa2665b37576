import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine } from "./decode-line.ts";

const bytes = (line: string) => new TextEncoder().encode(line);
const decode = (value: unknown) => decodeLine(bytes(JSON.stringify(value)));

describe("a line is ok, unknown, blank or invalid", () => {
  test.each([
    ["blank", ""],
    ["blank", " \t\r"],
    ["invalid", "this is not json"],
    ["invalid", '{"type":"system"'],
    ["invalid", "[1,2]"],
    ["invalid", "null"],
    ["invalid", "{}"],
    ["invalid", '{"type":""}'],
    ["invalid", '{"type":5}'],
    ["unknown", '{"type":"brand_new"}'],
    ["unknown", '{"type":"system","subtype":"brand_new"}'],
    ["unknown", '{"type":"system"}'],
    ["unknown", '{"type":"assistant"}'],
    ["unknown", '{"type":"user","message":null}'],
    ["unknown", '{"type":"stream_event"}'],
    ["unknown", '{"type":"control_request","request_id":"1","request":{"subtype":"hook_callback"}}'],
    ["unknown", '{"type":"control_request","request":{"subtype":"can_use_tool","tool_name":"Bash"}}'],
    ["unknown", '{"type":"constructor"}'],
    ["unknown", '{"type":"system","subtype":"__proto__"}'],
    ["ok", '{"type":"result"}'],
    ["ok", '{"type":"system","subtype":"init"}'],
    ["ok", '{"type":"keep_alive"}'],
  ])("%s: %s", (status, line) => {
    expect(decodeLine(bytes(line)).status).toBe(status);
  });

  test("what is raw on purpose is not modelled, and keeps its name and its whole self", () => {
    const native = { type: "system", subtype: "hook_started", hook_id: "h", odd: [1] };
    expect(decode(native)).toEqual({ status: "unknown", type: "system/hook_started", native });
  });

  test("an invalid line shows its beginning, however long it is", () => {
    const line = decodeLine(bytes("x".repeat(10_000)));
    expect(line).toEqual({ status: "invalid", reason: "not JSON", head: "x".repeat(200) });
  });

  test("keys of a result may come in any order", () => {
    const a = decode({ type: "result", subtype: "success", is_error: true });
    const b = decode({ is_error: true, subtype: "success", type: "result" });
    expect(a).toMatchObject({ status: "ok", message: { isError: true, subtype: "success" } });
    expect(b).toMatchObject({ status: "ok", message: { isError: true, subtype: "success" } });
  });

  test("plain content stands for one text block", () => {
    expect(decode({ type: "user", message: { content: "hi" } })).toMatchObject({
      message: { content: [{ type: "text", text: "hi" }] },
    });
  });

  test.each([
    [
      { subtype: "success", request_id: "1", response: { mode: "plan" } },
      { ok: true, response: { mode: "plan" } },
    ],
    [
      { subtype: "success", request_id: "1" },
      { ok: true, response: {} },
    ],
    [
      { subtype: "error", request_id: "1", error: "no", error_code: "invalid_mode" },
      { ok: false, error: "no", errorCode: "invalid_mode" },
    ],
  ])("a control response is read: %j", (response, outcome) => {
    expect(decode({ type: "control_response", response })).toEqual({
      status: "ok",
      message: { type: "control_response", requestId: "1", outcome },
    });
  });
});

describe("it never throws", () => {
  test("on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (line) => {
        expect(["ok", "unknown", "blank", "invalid"]).toContain(decodeLine(line).status);
      }),
    );
  });

  test("on any JSON under a known type", () => {
    const type = fc.constantFrom(
      "system",
      "assistant",
      "user",
      "stream_event",
      "result",
      "control_request",
      "control_response",
      "rate_limit_event",
      "command_lifecycle",
    );
    fc.assert(
      fc.property(type, fc.dictionary(fc.string(), fc.jsonValue()), (name, rest) => {
        expect(["ok", "unknown"]).toContain(decode({ ...rest, type: name }).status);
      }),
    );
  });
});
