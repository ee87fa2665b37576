import { describe, expect, test } from "vitest";
import { McpServerSpec, ResumeSpec, SessionSpec } from "./spec.ts";

const least = { sessionId: "session-1", cwd: "/repo" };

test("a spec of the least is interactive, inherits nothing, and trusts nothing", () => {
  expect(SessionSpec.parse(least)).toEqual({
    ...least,
    approvalPolicy: "interactive",
    verbosity: "full",
    env: {},
    trusted: false,
  });
});

test("a resumption continues the original unless it says fork", () => {
  expect(ResumeSpec.parse({ ...least, backendSessionId: "b" })).toMatchObject({
    fork: false,
    trusted: false,
  });
});

describe("what is no spec", () => {
  test.each<[string, object]>([
    ["no session", { sessionId: undefined }],
    ["no folder", { cwd: "" }],
    ["a policy of its own", { approvalPolicy: "yolo" }],
    ["trust that is not plainly said", { trusted: "yes" }],
    ["a variable that is no text", { env: { DEBUG: 1 } }],
    ["an MCP server of no transport", { mcpServers: { docs: { command: "docs" } } }],
  ])("%s", (_name, fields) => {
    expect(SessionSpec.safeParse({ ...least, ...fields }).success).toBe(false);
  });

  test("a resumption without the backend's id", () => {
    expect(ResumeSpec.safeParse(least).success).toBe(false);
    expect(ResumeSpec.safeParse({ ...least, backendSessionId: "" }).success).toBe(false);
  });
});

test.each<[object, object]>([
  [
    { transport: "stdio", command: "docs" },
    { transport: "stdio", command: "docs", args: [], env: {} },
  ],
  [
    { transport: "http", url: "http://127.0.0.1:8080/mcp" },
    { transport: "http", url: "http://127.0.0.1:8080/mcp", headers: {} },
  ],
])("an MCP server %o", (given, read) => {
  expect(McpServerSpec.parse(given)).toEqual(read);
});

test("an MCP server needs a real address", () => {
  expect(McpServerSpec.safeParse({ transport: "http", url: "nowhere" }).success).toBe(false);
});
