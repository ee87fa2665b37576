import { describe, expect, it } from "vitest";
import { requestFor } from "../../test/corpus.ts";
import { assess } from "../assess/assess.ts";
import { parsePolicy } from "../file/parse-policy.ts";
import { lexicallyInside } from "../posix-path.ts";
import { decide } from "./decide.ts";
import { autoPolicy } from "./policy.ts";

const context = { folder: "/srv/tree", insideOf: lexicallyInside, backend: "claude" };

/** One rule of a file, held against a call. */
function effectOf(rule: object, server: string, name: string, more: object = {}, tool = "Mcp") {
  const policy = parsePolicy(JSON.stringify({ version: 1, rules: [rule] }));
  const asked = requestFor(tool, { server, tool: name, arguments: {} }, more);
  const request = { ...asked, risk: assess(asked).risk };
  return decide([{ name: "policy.json", policy }, autoPolicy], request, context).effect;
}

describe("an allow that names a tool of an MCP server", () => {
  it.each<[string, string, string, string]>([
    ["mcp:docs/search", "docs", "search", "allow"],
    ["mcp:docs/search", "docs", "searches", "ask"],
    ["mcp:docs/search", "docs2", "search", "ask"],
    ["mcp:docs/search", "Docs", "search", "ask"],
    ["mcp:docs/*", "docs", "anything", "allow"],
    ["mcp:docs/*", "db", "anything", "ask"],
    ["mcp:docs/get_*", "docs", "get_page", "allow"],
    ["mcp:docs/get_*", "docs", "drop_page", "ask"],
    ["mcp:docs/a/b", "docs", "a/b", "allow"],
  ])("%s: %s, %s: %s", (tool, server, name, effect) => {
    expect(effectOf({ effect: "allow", tool }, server, name)).toBe(effect);
  });

  it.each([
    ["docs", "x__search"],
    ["docs__x", "search"],
    ["docs", "_search"],
    ["docs_", "search"],
  ])("covers nothing where another server could be meant: %s, %s", (server, name) => {
    expect(effectOf({ effect: "allow", tool: "mcp:docs/*" }, server, name)).toBe("ask");
  });

  it("covers no tool of another kind that only looks like it", () => {
    for (const tool of ["Other", "Bash"])
      expect(effectOf({ effect: "allow", tool: "mcp:docs/*" }, "docs", "search", {}, tool)).toBe("ask");
  });
});

describe("what a server says of its tool", () => {
  const readOnly = { serverHints: { readOnly: true, destructive: false } };
  const destructive = { serverHints: { readOnly: true, destructive: true } };
  it.each<[string, object, object, string]>([
    ["that it only reads allows nothing", { effect: "deny", tool: "Bash" }, readOnly, "ask"],
    [
      "nor makes it a read for a rule",
      { effect: "allow", tool: "Mcp", risk: ["read", "write"] },
      readOnly,
      "ask",
    ],
    ["that it only reads changes no allowance", { effect: "allow", tool: "mcp:db/*" }, readOnly, "allow"],
    ["that it may destroy ends an allowance", { effect: "allow", tool: "mcp:db/*" }, destructive, "ask"],
    ["one by risk too", { effect: "allow", nativeTool: "Mcp", risk: "unknown" }, destructive, "ask"],
    [
      "unless the rule says so",
      { effect: "allow", tool: "mcp:db/*", risk: "destructive" },
      destructive,
      "allow",
    ],
    ["makes a rule for it speak", { effect: "deny", risk: "destructive" }, destructive, "deny"],
    ["escapes no rule for what is not known", { effect: "deny", risk: "unknown" }, destructive, "deny"],
  ])("%s", (_what, rule, more, effect) => {
    expect(effectOf(rule, "db", "drop", more)).toBe(effect);
  });

  it.each<[object, string, string]>([
    [{}, "unknown", "nobody has checked what tools of db do"],
    [readOnly, "unknown", "nobody has checked what tools of db do; db says that it only reads"],
    [destructive, "destructive", "db itself says that this may destroy"],
  ])("is told: %o", (more, risk, reason) => {
    const told = assess(requestFor("Mcp", { server: "db", tool: "drop" }, more));
    expect(told).toMatchObject({ risk, riskReasons: [reason] });
  });
});

describe("a rule that denies", () => {
  it.each<[string, string, string, string, string]>([
    ["mcp:db/drop", "Mcp", "db", "drop", "deny"],
    ["mcp:*/drop", "Mcp", "other", "drop", "deny"],
    ["mcp:*/*", "Mcp", "a", "b", "deny"],
    ["mcp:db/drop", "Mcp", "db", "get", "ask"],
    // Of one name in Claude Code, whichever server it is.
    ["mcp:a__b/c", "Mcp", "a", "b__c", "deny"],
    ["mcp:a/b__c", "Mcp", "a__b", "c", "deny"],
    // Codex, where it is not to be known which call is meant.
    ["mcp:db/drop", "Other", "db", "drop", "deny"],
    ["mcp:db/drop", "Bash", "db", "drop", "ask"],
  ])("%s: %s %s %s: %s", (tool, kind, server, name, effect) => {
    expect(effectOf({ effect: "deny", tool }, server, name, {}, kind)).toBe(effect);
  });

  it("catches a call whose tool is not named", () => {
    const policy = parsePolicy('{ "version": 1, "rules": [{ "effect": "deny", "tool": "mcp:db/drop" }] }');
    const request = requestFor("Other", { server: "db", arguments: {} });
    expect(decide([{ name: "policy.json", policy }], request, context).effect).toBe("deny");
  });
});
