import type { SessionSpec } from "@nucleic/protocol";
import { createIds, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { buildArgv } from "./argv.ts";
import { buildMcpConfig, buildSettings } from "./settings.ts";

const spec: SessionSpec = {
  sessionId: createIds(systemClock).session(),
  cwd: "/w",
  approvalPolicy: "interactive",
  verbosity: "full",
  env: {},
  trusted: true,
};
const argv = (more: Partial<SessionSpec> = {}, rest: object = {}) =>
  buildArgv({
    spec: { ...spec, ...more },
    promptTool: "stdio",
    settingsFile: "/run/settings.json",
    ...rest,
  }).join(" ");

const base =
  "-p --verbose --output-format stream-json --input-format stream-json --include-partial-messages " +
  "--replay-user-messages --permission-mode default --permission-prompt-tool stdio --settings /run/settings.json";

test.each<[string, Partial<SessionSpec>, object, string]>([
  ["a trusted project", {}, {}, ""],
  ["one that nobody has trusted", { trusted: false }, {}, " --setting-sources user --strict-mcp-config"],
  ["MCP servers", {}, { mcpConfigFile: "/run/mcp.json" }, " --mcp-config /run/mcp.json"],
  ["a model", { model: "opus" }, {}, " --model opus"],
  ["more to the system prompt", { systemPromptAppend: "Be brief." }, {}, " --append-system-prompt Be brief."],
  ["more folders", { addDirs: ["/a", "/b"] }, {}, " --add-dir /a --add-dir /b"],
  ["a session taken up", {}, { resume: { backendSessionId: "s", fork: false } }, " --resume s"],
  ["a session forked", {}, { resume: { backendSessionId: "s", fork: true } }, " --resume s --fork-session"],
])("%s", (_name, more, rest, expected) => {
  expect(argv(more, rest)).toBe(base + expected);
});

test("another mode", () => {
  expect(argv({ mode: "plan" })).toContain(" --permission-mode plan ");
});

test("the settings of a run", () => {
  const gate = { ask: ["Bash(npm test:*)"], disableHooks: true, answerReads: true };
  expect(buildSettings({ ...spec, allowedTools: ["WebSearch"] }, gate)).toEqual({
    permissions: { allow: ["WebSearch"], ask: ["Bash(npm test:*)"] },
    useAutoModeDuringPlan: false,
    disableAllHooks: true,
  });
});

test("no server of the session takes the place of the one that asks", () => {
  const own = {
    nucleic_approve: { type: "http", url: "http://127.0.0.1:1/mcp", headers: {}, alwaysLoad: true },
  } as const;
  const theirs = { transport: "http", url: "http://evil", headers: {} } as const;
  const stdio = { transport: "stdio", command: "x", args: ["y"], env: { Z: "1" } } as const;
  expect(buildMcpConfig({}, {})).toBeUndefined();
  expect(buildMcpConfig({ nucleic_approve: theirs, tool: { ...stdio, args: [...stdio.args] } }, own)).toEqual(
    {
      mcpServers: {
        ...own,
        tool: { type: "stdio", command: "x", args: ["y"], env: { Z: "1" } },
      },
    },
  );
});

test("a server of the session says how long a call may take, and that it is not to be hidden behind a search", () => {
  const docs = {
    transport: "http",
    url: "http://a",
    headers: {},
    callTimeoutMs: 5_000,
    alwaysLoad: true,
  } as const;
  expect(buildMcpConfig({ docs }, {})?.mcpServers.docs).toEqual({
    type: "http",
    url: "http://a",
    headers: {},
    timeout: 5_000,
    alwaysLoad: true,
  });
});
