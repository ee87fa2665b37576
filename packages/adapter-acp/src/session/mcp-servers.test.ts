import { expect, test } from "vitest";
import { mcpServers } from "./mcp-servers.ts";

const http = { transport: "http", url: "http://a", headers: { Authorization: "Bearer x" } } as const;
const stdio = { transport: "stdio", command: "docs", args: ["-v"], env: { A: "1" } } as const;
const tool = { ...stdio, args: [...stdio.args] };

test("servers as the protocol wants them", () => {
  expect(mcpServers({ http, tool }, true)).toEqual([
    { type: "http", name: "http", url: "http://a", headers: [{ name: "Authorization", value: "Bearer x" }] },
    { name: "tool", command: "docs", args: ["-v"], env: [{ name: "A", value: "1" }] },
  ]);
});

test("an agent that takes none over HTTP does not start, unless it may do without", () => {
  expect(() => mcpServers({ http }, false)).toThrow(expect.objectContaining({ code: "unsupported" }));
  expect(mcpServers({ http: { ...http, optional: true }, tool }, false)).toMatchObject([{ name: "tool" }]);
});
