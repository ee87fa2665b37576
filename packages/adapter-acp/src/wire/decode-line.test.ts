import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine, typeOf } from "./decode-line.ts";
import { sentRequest } from "./sent-request.ts";

const bytes = (line: string) => new TextEncoder().encode(line);
const decode = (value: unknown) => decodeLine(bytes(JSON.stringify(value)));
const request = (method: string, params: object, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });
const update = (kind: string, more: object = {}) => ({
  method: "session/update",
  params: { sessionId: "s", update: { sessionUpdate: kind }, ...more },
});

describe("a line is", () => {
  test.each([
    ["blank", ""],
    ["blank", "  \r"],
    ["invalid", "npm warn deprecated"],
    ["invalid", "7"],
    ["invalid", "[]"],
    ["invalid", '{"jsonrpc":"2.0"}'],
    ["invalid", '{"id":{},"result":1}'],
    ["invalid", '{"id":1,"method":7}'],
    ["unknown", '{"method":"session/update","params":{}}'],
    ["unknown", '{"method":"session/update","params":{"update":{"sessionUpdate":"brand_new"}}}'],
    ["unknown", '{"method":"session/update","params":{"update":{"sessionUpdate":"constructor"}}}'],
    ["unknown", '{"method":"_x.ai/brand_new","params":{}}'],
    ["unknown", '{"id":1,"method":"session/request_permission","params":{"toolCall":{}}}'],
    ["unknown", '{"id":1,"method":"brand/new"}'],
    ["ok", '{"id":null,"error":{}}'],
    ["ok", '{"id":"a","result":null}'],
    ["ok", '\uFEFF{"id":0,"result":{}}'],
  ])("%s: %s", (status, line) => {
    expect(decodeLine(bytes(line)).status).toBe(status);
  });
});

test.each([
  ["session/update/agent_message_chunk", update("agent_message_chunk")],
  ["session/update/available_commands_update", update("available_commands_update")],
  [
    "_x.ai/session_notification/model_changed",
    { method: "_x.ai/session_notification", params: { update: { sessionUpdate: "model_changed" } } },
  ],
  ["_x.ai/session/setup", { method: "_x.ai/session/setup", params: {} }],
  ["_x.ai/exit_plan_mode", request("_x.ai/exit_plan_mode", { toolCallId: "c" })],
  ["_x.ai/ask_user_question", request("_x.ai/ask_user_question", { questions: [] })],
  ["session/request_permission", request("session/request_permission", { toolCall: { toolCallId: "c" } })],
  ["fs/read_text_file", request("fs/read_text_file", {})],
  ["result", { id: 1, result: {} }],
  ["error", { id: 1, error: { code: 1, message: "m" } }],
])("is named %s", (type, native) => {
  expect(typeOf(decode(native))).toBe(type);
});

test("ids of the agent's requests are its own, strings and 0 among them", () => {
  for (const id of [0, "0f24-3621", null])
    expect(
      decode(request("session/request_permission", { toolCall: { toolCallId: "c" } }, id)),
    ).toMatchObject({
      message: { type: "permission", id },
    });
});

test("a request that is not known says that somebody waits for an answer", () => {
  expect(decode(request("brand/new", {}, "x"))).toMatchObject({
    status: "unknown",
    type: "brand/new",
    id: "x",
  });
  expect(decode({ method: "brand/new" })).not.toHaveProperty("id");
});

test("options keep what decides of them, whatever else they hold", () => {
  const options = [{ optionId: "a", kind: "allow_once", name: "A", more: 1 }, { kind: "reject_once" }, 7];
  const line = decode(request("session/request_permission", { toolCall: { toolCallId: "c" }, options }));
  expect(line).toMatchObject({ message: { options: [{ optionId: "a", kind: "allow_once" }] } });
});

test("history that Grok repeats is marked", () => {
  expect(decode(update("tool_call", { _meta: { isReplay: true } }))).toMatchObject({
    message: { isReplay: true },
  });
  expect(decode(update("tool_call"))).toMatchObject({ message: { isReplay: false } });
});

test("a result that is no object stands for an empty one", () => {
  for (const result of [null, 7, [], "x", undefined])
    expect(decode({ id: 1, result })).toMatchObject({ message: { type: "result", result: {} } });
});

describe("it never throws", () => {
  test("on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (line) => {
        expect(["ok", "unknown", "blank", "invalid"]).toContain(decodeLine(line).status);
      }),
    );
  });

  test("on any JSON under a known method", () => {
    const method = fc.constantFrom(
      "session/update",
      "session/request_permission",
      "_x.ai/session_notification",
      "_x.ai/exit_plan_mode",
      "_x.ai/ask_user_question",
    );
    fc.assert(
      fc.property(method, fc.jsonValue(), fc.option(fc.integer()), (name, params, id) => {
        expect(["ok", "unknown"]).toContain(
          decode({ method: name, params, ...(id !== null && { id }) }).status,
        );
      }),
    );
  });
});

test.each([
  ['{"id":0,"method":"session/new","params":{}}', { id: 0, method: "session/new" }],
  [
    '{"id":"a","method":"session/load","params":{"sessionId":"s"}}',
    { id: "a", method: "session/load", backendSessionId: "s" },
  ],
  ['{"method":"session/cancel","params":{"sessionId":"s"}}', undefined],
  ['{"id":0,"result":{}}', undefined],
])("what we write is read: %s", (line, sent) => {
  expect(sentRequest(line)).toEqual(sent);
});
