import { systemClock } from "@nucleic/protocol";
import { expect } from "vitest";
import type { MatrixScenario } from "../scenarios.ts";

/** A person reads what failed before they go on. codex-acp loses what comes at once, about one time in ten. */
const READING_MS = 500;

const goesOn = [{ say: "Here I am." }] as const;

/** A provider that answers one request with that status, then serves again. */
const answers = (status: number, code: string): MatrixScenario => ({
  name: String(status),
  means: `the provider answers ${status}: the turn fails with \`${code}\`, and the session goes on`,
  replies: [[{ httpError: status, message: "the provider says no" }], goesOn],
  async play(play) {
    const run = await play.turn("Hello.");
    await run.turn("Hello again.");
  },
  works(saw) {
    expect(saw.turns).toEqual([`failed: ${code}`, "completed"]);
  },
});

/** A provider that fails. */
export const failureScenarios: readonly MatrixScenario[] = [
  answers(401, "authenticationFailed"),
  answers(429, "rateLimited"),
  answers(529, "overloaded"),
  {
    name: "cut stream",
    means:
      "the connection breaks in the middle of a message: the turn fails and says so, and the session goes on",
    replies: [[{ say: "One two three" }, { gate: "said" }, { cut: true }], goesOn, goesOn],
    async play(play) {
      const run = await play.start();
      await run.send("Count.");
      await play.setting.gates.reached("said");
      // What has been said is shown by then, where it is shown at all: a break may swallow what is on its way.
      const streams = play.capabilities.partialMessageStreaming;
      for (let shown = "", n = 1; streams && shown !== "One two three"; n++)
        shown += (await run.nth("assistantText", n)).text;
      play.setting.gates.open("said");
      await run.nth("turnCompleted");
      await systemClock.sleep(READING_MS);
      await run.turn("Hello.");
    },
    works(saw) {
      expect(saw.turns[0]).toMatch(/^failed: (streamCut|network)$/);
      expect(saw.turns[1]).toBe("completed");
    },
  },
  {
    name: "hang",
    means: "the provider never answers: the turn waits, a person ends it, and the session goes on",
    replies: [[{ hang: true }], [{ say: "Again." }]],
    async play(play) {
      const run = await play.start();
      await run.send("Hello.");
      await play.setting.model.requests.next(({ kind }) => kind === "main");
      await run.run.interrupt();
      await run.nth("turnCompleted");
      await run.turn("Once more.");
      await run.close();
    },
    works(saw) {
      expect(saw.turns).toEqual(["interrupted", "completed"]);
      expect(saw.said).toBe("Again.");
    },
  },
];
