import { describe, expect, test } from "vitest";
import { acpBackend, acpBackendFor, grokBackend } from "./backend.ts";

describe("a backend goes by", () => {
  test.each([
    [grokBackend(), "grok", "NUCLEIC_GROK"],
    [acpBackendFor("grok"), "grok", "NUCLEIC_GROK"],
    [acpBackendFor("acp:grok"), "grok", "NUCLEIC_GROK"],
    [acpBackend({ agent: "codex-acp" }), "acp:codex-acp", "NUCLEIC_CODEX_ACP"],
    [acpBackendFor("acp:gemini"), "acp:gemini", "NUCLEIC_GEMINI"],
    [
      acpBackendFor("acp:/opt/a b/my-agent".replace(" ", "\\ ")),
      "acp:/opt/a\\ b/my-agent",
      "NUCLEIC_MY_AGENT",
    ],
    [acpBackendFor("acp:my-agent --flag 'two words'"), "acp:my-agent --flag 'two words'", "NUCLEIC_MY_AGENT"],
  ])("%#: its id and its variable", (backend, id, executableEnv) => {
    expect(backend.describe()).toMatchObject({ id, executableEnv });
  });

  test("no name where there is none", () => {
    expect(() => acpBackendFor("acp:")).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});

test.each(["grok", "claude-agent-acp", "codex-acp", "gemini", "opencode"] as const)(
  "%s names the modes it can be put in, and no more than it can do",
  (agent) => {
    const { capabilities, modes = [] } = acpBackend({ agent }).describe();
    expect(modes.length > 0).toBe(capabilities.canSetMode);
    expect(capabilities).toMatchObject({ canModifyToolInput: false, followUpWhileRunning: false });
  },
);
