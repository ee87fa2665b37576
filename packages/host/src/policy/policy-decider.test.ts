import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assess, autoPolicy, type PolicyRule } from "@nucleic/policy";
import type { ApprovalRequest, ToolName } from "@nucleic/protocol";
import { insideOf } from "@nucleic/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyDecider } from "./policy-decider.ts";
import { policyPaths, readPolicies } from "./policy-files.ts";

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
  return decisionOn(request as ApprovalRequest, { sources: [autoPolicy], faults: [] });
}

function decisionOn(raw: ApprovalRequest, policies: Awaited<ReturnType<typeof readPolicies>>) {
  const request = { ...raw, risk: assess(raw, { projectRoot: root, insideOf }).risk };
  return policyDecider({ policies, root: () => root, backend: "claude" })(request);
}

test.each<[string, ToolName, () => Record<string, unknown>]>([
  ["a file by a relative path", "Read", () => ({ path: "src/a.ts" })],
  ["a file by an absolute path", "Edit", () => ({ path: join(root, "src/a.ts") })],
  ["a new file in a new folder", "Write", () => ({ path: "new/deep/b.ts" })],
  ["a path that leaves and comes back", "Read", () => ({ path: "../tree/src/a.ts" })],
  ["the tree by another name of it", "Read", () => ({ path: join(base, "link-to-tree/src/a.ts") })],
  ["a search of the folder", "Grep", () => ({ pattern: "../x" })],
  ["a command that reads", "Bash", () => ({ command: "cat src/a.ts | sort" })],
  ["a command that writes", "Bash", () => ({ command: "touch src/b.ts" })],
  ["a glob", "Glob", () => ({ pattern: "**/*.ts" })],
])("allowed: %s", (_what, tool, input) => {
  expect(rule(tool, input())).toMatchObject({ decision: { kind: "allow" }, by: "policy" });
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
  ["a program", "Bash", () => ({ command: "npm test" })],
  ["a command that reads outside", "Bash", () => ({ command: "cat out/secret" })],
  ["a command that writes what configures an agent", "Bash", () => ({ command: "touch .claude/x" })],
  ["the network", "WebFetch", () => ({ url: "https://example.org" })],
  ["a tool nobody knows", "Other", () => ({ path: "src/a.ts" })],
])("not allowed: %s", (_what, tool, input) => {
  expect(rule(tool, input())).toBeUndefined();
});

test("one path outside is enough", () => {
  expect(rule("Edit", { path: "src/a.ts" }, { paths: ["src/a.ts", "../secret"] })).toBeUndefined();
});

describe("policy files", () => {
  const home = () => mkdtempSync(join(base, "home-"));
  const bash = (command: string) =>
    ({
      tool: "Bash",
      nativeTool: "Bash",
      input: { command },
      cwd: root,
      options: [],
      createdAt: 0,
    }) as unknown as ApprovalRequest;
  const policy = (rules: readonly PolicyRule[], more: object = {}) =>
    JSON.stringify({ version: 1, rules, ...more });
  const write = (dir: string, own: string, project?: string) => {
    writeFileSync(join(dir, "policy.json"), own, { mode: 0o600 });
    mkdirSync(join(dir, "policies"));
    if (project !== undefined) writeFileSync(join(dir, "policies", "p.json"), project, { mode: 0o600 });
    return readPolicies(policyPaths(dir, "p"));
  };

  test("the user's own and the project's hold together", async () => {
    const policies = await write(
      home(),
      policy([{ effect: "deny", command: "npm publish *" }]),
      policy([{ effect: "allow", command: ["npm test *", "npm publish *"] }]),
    );
    expect(decisionOn(bash("npm test"), policies)).toMatchObject({ decision: { kind: "allow" } });
    const denied = {
      kind: "deny",
      message: "Not allowed here (policy.json rules[0]: deny command npm publish *).",
    };
    expect(decisionOn(bash("npm publish"), policies)).toMatchObject({ decision: denied });
    expect(decisionOn(bash("make x"), policies)).toBeUndefined();
    expect(decisionOn(bash("ls"), policies)).toMatchObject({ decision: { kind: "allow" } });
  });

  test("with the base ask nothing is allowed but what a rule says", async () => {
    const policies = await write(
      home(),
      policy([{ effect: "allow", command: "npm test *" }], { base: "ask" }),
    );
    expect(decisionOn(bash("npm test"), policies)).toMatchObject({ decision: { kind: "allow" } });
    expect(decisionOn(bash("ls"), policies)).toBeUndefined();
  });

  test("no file is no fault", async () => {
    const policies = await readPolicies(policyPaths(home(), "p"));
    expect(policies).toEqual({ sources: [autoPolicy], faults: [] });
  });

  test("a file that cannot be followed allows nothing, nor does any other then", async () => {
    const dir = home();
    const policies = await write(dir, policy([{ effect: "allow", command: "npm test *" }]), "{\n  nonsense");
    expect(policies.faults).toMatchObject([{ message: expect.stringMatching(/p\.json:2:3: a name/) }]);
    for (const command of ["npm test", "ls"]) expect(decisionOn(bash(command), policies)).toBeUndefined();
  });

  test("a file that others may write is not followed", async () => {
    const dir = home();
    writeFileSync(join(dir, "policy.json"), policy([]));
    chmodSync(join(dir, "policy.json"), 0o666);
    const { faults } = await readPolicies(policyPaths(dir));
    expect(faults).toMatchObject([{ message: expect.stringContaining("others than you may write it") }]);
  });
});
