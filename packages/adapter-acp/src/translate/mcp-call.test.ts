import { describe, expect, test } from "vitest";
import { claudeAgentAcp } from "../quirks/claude-agent-acp.ts";
import { codexAcp } from "../quirks/codex-acp.ts";
import { grok } from "../quirks/grok.ts";
import { mcpCallOf } from "./mcp-call.ts";

const call = { server: "docs", tool: "find_page", arguments: { q: "x" } };

describe("a call of an MCP tool, as each agent tells of it", () => {
  test.each([
    ["claude-agent-acp", claudeAgentAcp, { nativeTool: "mcp__docs__find_page", rawInput: { q: "x" } }],
    [
      "grok",
      grok,
      {
        nativeTool: "use_tool",
        rawInput: { variant: "UseTool", tool_name: "docs__find_page", tool_input: { q: "x" } },
      },
    ],
    ["codex-acp", codexAcp, { nativeTool: "other", rawInput: call, title: "Tool: docs/find_page" }],
  ])("%s", (_name, quirks, possible) => {
    expect(mcpCallOf(quirks, possible)).toEqual(call);
  });
});

describe("what only looks like one is none", () => {
  test.each([
    [
      "a command that is called so",
      claudeAgentAcp,
      { nativeTool: "Bash", rawInput: { command: "mcp__docs__find" } },
    ],
    [
      "another tool of Grok's with such fields",
      grok,
      { nativeTool: "write", rawInput: { tool_name: "docs__find" } },
    ],
    ["Grok's own without a server", grok, { nativeTool: "use_tool", rawInput: { tool_name: "find" } }],
    [
      "a command with that title",
      codexAcp,
      { nativeTool: "execute", rawInput: { command: ["x"] }, title: "Tool: docs/find" },
    ],
    [
      "fields that the title does not bear out",
      codexAcp,
      { nativeTool: "other", rawInput: call, title: "Run x" },
    ],
  ])("%s", (_name, quirks, possible) => {
    expect(mcpCallOf(quirks, possible)).toBeUndefined();
  });
});
