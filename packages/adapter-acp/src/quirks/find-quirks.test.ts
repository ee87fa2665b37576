import { expect, test } from "vitest";
import { knownAgents, quirksOfCommand, quirksOfInitialize } from "./find-quirks.ts";

test.each([
  [{ agentInfo: { name: "@agentclientprotocol/claude-agent-acp", version: "0.49.0" } }, "claude-agent-acp"],
  [{ agentInfo: { name: "@zed-industries/claude-agent-acp" } }, "claude-agent-acp"],
  [{ agentInfo: { name: "codex-acp" } }, "codex-acp"],
  [{ agentInfo: { name: "gemini-cli" } }, "gemini"],
  [{ agentInfo: { name: "OpenCode" } }, "opencode"],
  [{ _meta: { grokShell: true } }, "grok"],
  [{ agentInfo: { name: "another" }, _meta: { grokShell: true } }, undefined],
  [{ agentInfo: { name: "constructor" } }, undefined],
  [{}, undefined],
])("%j is %s", (result, id) => {
  expect(quirksOfInitialize(result)?.id).toBe(id);
});

test("each is found under its own id", () => {
  for (const [id, quirks] of Object.entries(knownAgents)) expect(quirks.id).toBe(id);
});

test("any other command is an agent without quirks", () => {
  expect(quirksOfCommand("my-agent", ["--acp"])).toMatchObject({
    id: "acp:my-agent",
    toolName: { in: "kind" },
    denialEndsTurn: false,
    start: { executables: ["my-agent"], args: ["--acp"] },
  });
});

/** ACP-FACTS, rules 8, 11 and 15, and who offers pictures. */
test("what sets the agents apart", () => {
  const those = (is: (quirks: (typeof knownAgents)[keyof typeof knownAgents]) => boolean) =>
    Object.values(knownAgents)
      .filter(is)
      .map(({ id }) => id);
  expect(those(({ denialEndsTurn }) => denialEndsTurn)).toEqual(["grok", "codex-acp"]);
  expect(those(({ load }) => load.replayIsMarked)).toEqual(["grok"]);
  expect(those(({ load }) => load.minimumAgeMs > 0)).toEqual(["gemini"]);
  expect(those(({ start }) => !start.leavesOnEof)).toEqual(["codex-acp"]);
  expect(those(({ diffsArePassages }) => diffsArePassages)).toEqual(["grok", "claude-agent-acp", "opencode"]);
  expect(those(({ capabilities }) => !capabilities.supportsImages)).toEqual(["grok"]);
  expect(those(({ capabilities }) => capabilities.canModifyToolInput)).toEqual([]);
});
