import { expect, test, vi } from "vitest";
import { askOnCodexAcp } from "./codex-acp.ts";

// The limit that codex-acp really has, on the server of a session: two holds are three minutes.

vi.setConfig({ testTimeout: 600_000 });

test("an answer may come after codex-acp's own 120 seconds", async () => {
  const { results, questions } = await askOnCodexAcp({ callTimeoutMs: "ofTheAgent", answeredAfterCalls: 2 });
  expect(results.map(({ isError }) => isError)).toEqual([false, false, false]);
  expect(results.at(-1)?.text).toContain("Answer: base");
  expect(questions).toHaveLength(1);
});

test("without it known the call is lost there", async () => {
  const { results } = await askOnCodexAcp({ answeredAfterCalls: 1 });
  expect(results).toMatchObject([{ isError: true }]);
  expect(results[0]?.text).toContain("after 120s");
});
