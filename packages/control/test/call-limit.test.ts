import { expect, test, vi } from "vitest";
import { askOnCodexAcp } from "./codex-acp.ts";

// Codex gives up a call after `tool_timeout_sec`. Of a server that ACP brings it is 120 s, and nothing that the user
// sets for a server of that name changes it (codex-acp 0.16.0): here a server of the user's own has a limit of 4 s.

vi.setConfig({ testTimeout: 120_000 });

const agentLimitMs = 4_000;

test("codex-acp gives up a call that is held for longer than its limit, and loses the question", async () => {
  const { results } = await askOnCodexAcp({ agentLimitMs, answeredAfterCalls: 1 });
  expect(results).toMatchObject([{ isError: true }]);
  expect(results[0]?.text).toContain("timed out awaiting tools/call after 4s");
});

test("where its limit is known it calls again, and one question is answered after two limits have passed", async () => {
  const { results, questions } = await askOnCodexAcp({
    agentLimitMs,
    callTimeoutMs: agentLimitMs,
    answeredAfterCalls: 3,
  });
  expect(results.map(({ isError }) => isError)).not.toContain(true);
  const waiting = expect.stringContaining("has not answered yet");
  const answered = expect.stringContaining("Answer: base");
  expect(results.map(({ text }) => text)).toEqual([waiting, waiting, waiting, answered]);
  expect(questions.map(({ text }) => text)).toEqual(["Which name?"]);
});
