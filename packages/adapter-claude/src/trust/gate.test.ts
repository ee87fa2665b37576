import { describe, expect, test } from "vitest";
import { gateOf } from "./gate.ts";
import { markdownFindings } from "./markdown-findings.ts";
import { settingsFindings } from "./settings-findings.ts";

const gate = (settings: unknown, trusted = true) =>
  gateOf(settingsFindings("settings.json", settings), trusted);

describe("what the settings in play allow is asked about all the same", () => {
  test.each<[string, unknown, readonly string[]]>([
    ["nothing that widens", { model: "opus", env: { A: "1" }, permissions: { deny: ["Bash(rm:*)"] } }, []],
    [
      "allow rules, word for word",
      { permissions: { allow: ["Bash(npm test:*)", "Read(~/**)"] } },
      ["Bash(npm test:*)", "Read(~/**)"],
    ],
    ["a rule that is there twice", { permissions: { allow: ["Edit", "Edit"] } }, ["Edit"]],
    ["a folder that is worked in too", { permissions: { additionalDirectories: ["/srv"] } }, ["*"]],
    [
      "a hook that may allow",
      { hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "x" }] }] } },
      ["*"],
    ],
    ["a plugin", { enabledPlugins: { "a@b": true } }, ["*"]],
    ["a plugin that is off", { enabledPlugins: { "a@b": false } }, []],
    [
      "a sandbox that lets Bash through",
      { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } },
      ["*"],
    ],
    ["a setting from the future", { allowEverything: true }, ["*"]],
    ["settings that are none", [], ["*"]],
  ])("%s", (_name, settings, ask) => {
    expect(gate(settings).ask).toEqual(ask);
  });

  test("a hook that answers permission requests turns hooks off, since no rule beats it", () => {
    const settings = { hooks: { PermissionRequest: [{ hooks: [{ type: "command", command: "x" }] }] } };
    expect(gate(settings)).toMatchObject({ disableHooks: true, ask: [] });
  });

  test("nobody's hooks run for a project that nobody has trusted", () => {
    expect(gate({}, false).disableHooks).toBe(true);
    expect(gate({}, true).disableHooks).toBe(false);
  });

  test("reads are answered only where our rule alone makes the CLI ask about them", () => {
    expect(gate({ enabledPlugins: { "a@b": true } }).answerReads).toBe(true);
    expect(gate({ enabledPlugins: { "a@b": true }, permissions: { ask: ["Read(.env)"] } }).answerReads).toBe(
      false,
    );
    expect(gate({}).answerReads).toBe(false);
  });
});

describe("a front matter that widens makes it ask about everything", () => {
  test.each([
    ["allowed-tools: Bash", true],
    ['"allowed-tools": [Bash]', true],
    ["permissionMode: bypassPermissions", true],
    ["hooks:\n  PreToolUse: []", true],
    ["{allowed-tools: Bash}", true],
    ['"allowed\\x2dtools": Bash', true],
    ["name: x\ndescription: y", false],
  ])("%j", (frontMatter, widens) => {
    const findings = markdownFindings("SKILL.md", `---\n${frontMatter}\n---\nText.`);
    expect(gateOf(findings, true).ask).toEqual(widens ? ["*"] : []);
  });
});
