import { describe, expect, test } from "vitest";
import { type AgentName, bench, faultsOf, Recording, SUITE_AGENTS, say } from "./lab.ts";

interface Failure {
  readonly status: number;
  readonly code: string;
  /** Agents that try again for longer than anyone waits. */
  readonly not?: readonly AgentName[];
}

const failures: readonly Failure[] = [
  { status: 401, code: "authenticationFailed", not: ["claude-agent-acp"] },
  { status: 429, code: "rateLimited", not: ["claude-agent-acp"] },
  { status: 500, code: "apiError", not: ["claude-agent-acp", "grok"] },
];
const rows = SUITE_AGENTS.flatMap((agent) =>
  failures.filter(({ not }) => !not?.includes(agent)).map((failure) => ({ agent, ...failure })),
);

test.each(rows)(
  "$agent fails the turn with $code where the provider answers $status",
  async ({ agent, status, code }) => {
    await using lab = await bench({
      agent,
      reply: () => [{ httpError: status, message: "the provider says no" }],
    });
    await using run = await lab.backend.start(lab.spec(), {});
    const events = new Recording(run);
    await run.send(say("hello"));
    expect(await events.next("turnCompleted")).toMatchObject({ outcome: "failed", error: { code } });
  },
);

describe("where the provider fails for a while", () => {
  test.each(["grok", "claude-agent-acp"] as const)(
    "%s tries again, says so, and can be stopped",
    async (agent) => {
      await using lab = await bench({
        agent,
        reply: ({ kind }) => (kind === "main" ? [{ httpError: 500, message: "not now" }] : undefined),
      });
      const run = await lab.backend.start(lab.spec(), {});
      const events = new Recording(run);
      await run.send(say("hello"));
      for (const _each of [1, 2]) await lab.model.requests.next(({ kind }) => kind === "main");
      await run.interrupt();
      expect(await events.next("turnCompleted")).toMatchObject({ outcome: "interrupted" });
      await run.close();
      expect(faultsOf(await events.done)).toEqual([]);
    },
  );
});
