import type { ContractCase } from "../suite.ts";

/** Taking up an earlier session. */
export const continuingCases: readonly ContractCase[] = [
  {
    name: "resumes under the same id, with what was said before",
    replies: [[{ say: "The word is osprey." }], [{ say: "It was osprey." }]],
    async play(stage) {
      const first = await stage.start();
      await first.turn("Tell me a word.");
      const { backendSessionId } = await first.nth("sessionStarted");
      await first.close();
      const second = await stage.resume(backendSessionId);
      stage.expect(await second.turn("Which word was it?")).toMatchObject({ outcome: "completed" });
      stage.expect(await second.nth("sessionStarted")).toMatchObject({ backendSessionId, resumed: true });
      stage.expect(second.said).toBe("It was osprey.");
      const request = stage.setting.requests().at(-1);
      stage.expect(request).toContain("Tell me a word.");
      stage.expect(request).toContain("The word is osprey.");
    },
  },
  {
    name: "forks under an id of its own and leaves the original as it was",
    applies: ({ description }) => description.capabilities.canFork,
    replies: [[{ say: "The word is osprey." }], [{ say: "Forked." }], [{ say: "Original." }]],
    async play(stage) {
      const first = await stage.start();
      await first.turn("Tell me a word.");
      const { backendSessionId } = await first.nth("sessionStarted");
      await first.close();
      const fork = await stage.resume(backendSessionId, true);
      await fork.turn("Said to the fork.");
      stage.expect((await fork.nth("sessionStarted")).backendSessionId === backendSessionId).toBe(false);
      stage.expect(stage.setting.requests().at(-1)).toContain("The word is osprey.");
      await fork.close();
      const original = await stage.resume(backendSessionId);
      await original.turn("Said to the original.");
      stage.expect(stage.setting.requests().at(-1)?.includes("Said to the fork.")).toBe(false);
    },
  },
  {
    name: "refuses to fork where it cannot",
    applies: ({ description }) => !description.capabilities.canFork,
    replies: [],
    async play(stage) {
      const first = await stage.start();
      await first.turn("Hello.");
      const { backendSessionId } = await first.nth("sessionStarted");
      await first.close();
      stage.expect(await stage.refusal(stage.resume(backendSessionId, true))).toBe("unsupported");
    },
  },
  {
    name: "refuses to resume what it does not know",
    replies: [],
    async play(stage) {
      const resumed = stage.resume("00000000-0000-4000-8000-000000000000");
      stage.expect(await stage.refusal(resumed)).toBe("unknownSession");
    },
  },
];
