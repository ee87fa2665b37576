import { expect } from "vitest";
import type { Play, Saw } from "../play.ts";
import type { MatrixScenario } from "../scenarios.ts";

const remembers = [{ say: "The word is osprey." }] as const;

/** A run with a turn in it, closed; answers its session. */
async function earlier(play: Play): Promise<string> {
  const run = await play.turn("Tell me a word.");
  const { backendSessionId } = await run.nth("sessionStarted");
  await run.close();
  return backendSessionId;
}

function wentOn(saw: Saw): void {
  expect(saw.turns).toEqual(["interrupted", "completed"]);
  expect(saw.all("runFinished")).toMatchObject([{ outcome: "completed" }]);
  expect(saw.said).toContain("Again.");
}

/** What a person does with a session while it goes on, and afterwards. */
export const sessionScenarios: readonly MatrixScenario[] = [
  {
    name: "interrupt",
    means: "a turn is interrupted in the middle of a message, and the session goes on",
    replies: [[{ say: "Once upon a time" }, { gate: "never" }], [{ say: "Again." }]],
    async play(play) {
      const run = await play.start();
      await run.send("Tell a story.");
      await play.setting.gates.reached("never");
      await run.run.interrupt();
      await run.nth("turnCompleted");
      await run.turn("Once more.");
      await run.close();
    },
    works: wentOn,
  },
  {
    name: "steer",
    means: "what a person says while a turn runs reaches the model within that turn",
    replies: [
      [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }],
      [{ say: "As you say." }],
    ],
    async play(play) {
      const steered = Promise.withResolvers<void>();
      const run = await play.start(play.person({ kind: "allow" }, () => steered.promise));
      await run.send("Write it.");
      await play.asked;
      await play.steer(run, "And be brief.");
      steered.resolve();
      await run.nth("turnCompleted");
      await run.close();
    },
    works(saw) {
      expect(saw.turns).toEqual(["completed"]);
      expect(saw.heard("And be brief.")).toBe(true);
      expect(saw.files.get("hello.txt")).toBe("hello\n");
    },
  },
  {
    name: "follow-up",
    means: "what is sent while a turn runs is the next turn",
    replies: [[{ say: "First." }, { gate: "busy" }], [{ say: "Second." }]],
    async play(play) {
      const run = await play.start();
      await run.send("One.");
      await play.setting.gates.reached("busy");
      await run.send("Two.");
      play.setting.gates.open("busy");
      await run.nth("turnCompleted", 2);
    },
    works(saw) {
      expect(saw.turns).toEqual(["completed", "completed"]);
      expect(saw.said).toBe("First.Second.");
      expect(saw.heard("Two.", 0)).toBe(false);
      expect(saw.heard("Two.")).toBe(true);
    },
  },
  {
    name: "resume",
    means: "a new process takes up the session, with what was said before",
    replies: [remembers, [{ say: "It was osprey." }]],
    async play(play) {
      const run = await play.resume(await earlier(play));
      await run.turn("Which word was it?");
    },
    works(saw) {
      const [first, second] = saw.runs.map((run) => run.all("sessionStarted")[0]);
      expect(second).toMatchObject({ resumed: true, backendSessionId: first?.backendSessionId });
      expect(saw.turns).toEqual(["completed", "completed"]);
      expect(saw.runs[1]?.said).toBe("It was osprey.");
      expect(saw.heard("The word is osprey.")).toBe(true);
    },
  },
  {
    name: "fork",
    means: "a copy of the session goes its own way, and the original knows nothing of it",
    replies: [remembers, [{ say: "Forked." }], [{ say: "Original." }]],
    async play(play) {
      const original = await earlier(play);
      const fork = await play.resume(original, true);
      await fork.turn("Said to the fork.");
      await fork.close();
      const again = await play.resume(original);
      await again.turn("Said to the original.");
    },
    works(saw) {
      const ids = saw.runs.map((run) => run.all("sessionStarted")[0]?.backendSessionId);
      expect(ids[2]).toBe(ids[0]);
      expect(ids[1]).not.toBe(ids[0]);
      expect(saw.heard("The word is osprey.", 1)).toBe(true);
      expect(saw.heard("Said to the fork.")).toBe(false);
      expect(saw.turns).toEqual(["completed", "completed", "completed"]);
    },
  },
  {
    name: "kill -9",
    means: "the death of the program is told as `crashed`; a new one takes up the session",
    replies: [remembers, [{ say: "Once upon a time" }, { gate: "never" }], [{ say: "It was osprey." }]],
    async play(play) {
      const run = await play.turn("Tell me a word.");
      const { backendSessionId } = await run.nth("sessionStarted");
      await run.send("Tell a story.");
      await play.setting.gates.reached("never");
      // CLIs write down what was said a little after they have said it.
      await play.setting.kept("The word is osprey.");
      await play.setting.kill();
      await run.ended;
      await (await play.resume(backendSessionId)).turn("Which word was it?");
    },
    works(saw) {
      expect(saw.turns).toEqual(["completed", "failed: crashed", "completed"]);
      expect(saw.runs[0]?.all("runFinished")).toMatchObject([
        { outcome: "failed", error: { code: "crashed" } },
      ]);
      expect(saw.heard("The word is osprey.")).toBe(true);
    },
  },
];
