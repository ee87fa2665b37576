import { expect, test } from "vitest";
import { backendForModel } from "./backend-for-model.ts";

test.each([
  ["claude-opus-4-5", "claude"],
  ["gpt-5.5", "codex"],
  ["codex-mini-latest", "codex"],
  ["grok-code-fast-1", "grok"],
  ["gemini-3-pro", "acp:gemini"],
  ["opus", undefined],
  ["", undefined],
])("%s is run by %s", (model, backend) => {
  expect(backendForModel(model)).toBe(backend);
});

test("what was overridden comes first, and of several the longest prefix", () => {
  const overrides = { "gpt-": "codex-exec", "gpt-6": "acp:opencode", "": "claude" };
  expect(backendForModel("gpt-5.5", overrides)).toBe("codex-exec");
  expect(backendForModel("gpt-6-mini", overrides)).toBe("acp:opencode");
  expect(backendForModel("claude-opus", overrides)).toBe("claude");
});
