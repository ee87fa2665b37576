import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovalRequest, ToolName } from "@nucleic/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safePolicy } from "./safe-policy.ts";

let base: string;
let root: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "nucleic-policy-"));
  root = join(base, "tree");
  mkdirSync(join(root, "src"), { recursive: true });
  mkdirSync(join(base, "tree-2"));
  writeFileSync(join(root, "src/a.ts"), "");
  writeFileSync(join(base, "secret"), "");
  symlinkSync(base, join(root, "out"));
  symlinkSync(join(base, "not-there"), join(root, "dangling"));
  symlinkSync(root, join(base, "link-to-tree"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function rule(tool: ToolName, input: Record<string, unknown>, more: Partial<ApprovalRequest> = {}) {
  const request = {
    tool,
    nativeTool: tool,
    input,
    cwd: root,
    options: ["allow", "deny"],
    createdAt: 0,
    ...more,
  };
  return safePolicy(more.cwd ?? root, request as ApprovalRequest);
}

test.each<[string, ToolName, () => Record<string, unknown>]>([
  ["a file by a relative path", "Read", () => ({ path: "src/a.ts" })],
  ["a file by an absolute path", "Edit", () => ({ path: join(root, "src/a.ts") })],
  ["a new file in a new folder", "Write", () => ({ path: "new/deep/b.ts" })],
  ["a path that leaves and comes back", "Read", () => ({ path: "../tree/src/a.ts" })],
  ["the tree by another name of it", "Read", () => ({ path: join(base, "link-to-tree/src/a.ts") })],
  ["a search of the folder", "Grep", () => ({ pattern: "../x" })],
  ["a glob", "Glob", () => ({ pattern: "**/*.ts" })],
])("allowed: %s", (_what, tool, input) => {
  expect(rule(tool, input())).toMatch(/inside the worktree$/);
});

test.each<[string, ToolName, () => Record<string, unknown>]>([
  ["a file outside", "Read", () => ({ path: join(base, "secret") })],
  ["a path that leaves", "Read", () => ({ path: "../secret" })],
  ["a folder whose name begins alike", "Write", () => ({ path: join(base, "tree-2/x") })],
  ["through a link that leads out", "Write", () => ({ path: "out/secret" })],
  ["a new file through a link that leads out", "Write", () => ({ path: "out/new" })],
  ["a dangling link: writing would make its target", "Write", () => ({ path: "dangling" })],
  ["the agent's own configuration", "Write", () => ({ path: ".claude/settings.json" })],
  ["the same in other letters", "Write", () => ({ path: ".Claude/settings.json" })],
  ["git's hooks", "Write", () => ({ path: ".git/hooks/pre-commit" })],
  ["servers to start", "Edit", () => ({ path: "sub/.mcp.json" })],
  ["a write to nobody knows where", "Write", () => ({ content: "x" })],
  ["a search outside", "Grep", () => ({ pattern: "x", path: base })],
  ["a glob that leaves", "Glob", () => ({ pattern: "../**" })],
  ["an absolute glob", "Glob", () => ({ pattern: "/etc/*" })],
  ["a command", "Bash", () => ({ command: "ls" })],
  ["the network", "WebFetch", () => ({ url: "https://example.org" })],
  ["a tool nobody knows", "Other", () => ({ path: "src/a.ts" })],
])("not allowed: %s", (_what, tool, input) => {
  expect(rule(tool, input())).toBeUndefined();
});

test("one path outside is enough", () => {
  expect(rule("Edit", { path: "src/a.ts" }, { paths: ["src/a.ts", "../secret"] })).toBeUndefined();
});
