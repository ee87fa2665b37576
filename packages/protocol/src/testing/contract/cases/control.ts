import { person } from "../hooks.ts";
import type { Applies, ContractCase } from "../suite.ts";
import type { WatchedRun } from "../watched-run.ts";

// One transparent pixel.
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const sendImage = ({ run }: WatchedRun) =>
  run.send({
    text: "What is this?",
    context: [{ kind: "image", mediaType: "image/png", data: pixel }],
  });

const takesImages: Applies = ({ description }) => description.capabilities.supportsImages;
const steers: Applies = ({ description }) => description.capabilities.followUpWhileRunning;
const setsModes: Applies = ({ description }) => description.capabilities.canSetMode;

/** What can be changed and added while a run goes on. What a backend cannot do it refuses by name. */
export const controlCases: readonly ContractCase[] = [
  {
    name: "shows an image to the model",
    applies: takesImages,
    replies: [[{ say: "A pixel." }]],
    async play(stage) {
      const run = await stage.start();
      await sendImage(run);
      stage.expect(await run.nth("turnCompleted")).toMatchObject({ outcome: "completed" });
      stage.expect(stage.setting.requests().at(-1)).toContain("image/png");
    },
  },
  {
    name: "refuses an image it cannot show",
    applies: (suite) => !takesImages(suite),
    replies: [],
    async play(stage) {
      const run = await stage.start();
      stage.expect(await stage.refusal(sendImage(run))).toBe("unsupported");
    },
  },
  {
    name: "takes a word in the middle of a turn, within that turn",
    applies: (suite) => steers(suite) && suite.description.capabilities.interactiveApprovals,
    replies: [
      [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }],
      [{ say: "As you say." }],
    ],
    async play(stage) {
      const asked = Promise.withResolvers<void>();
      const steered = Promise.withResolvers<void>();
      const run = await stage.start({
        async requestApproval() {
          asked.resolve();
          await steered.promise;
          return { decision: { kind: "allow" }, by: person };
        },
      });
      await run.send("Write it.");
      await asked.promise;
      await run.run.steer({ text: "And be brief.", context: [] });
      steered.resolve();
      stage.expect(await run.nth("turnCompleted")).toMatchObject({ outcome: "completed" });
      stage.expect(stage.setting.requests().at(-1)).toContain("And be brief.");
      await run.close();
      stage.expect(run.all("turnStarted").length).toBe(1);
    },
  },
  {
    name: "refuses a word in the middle of a turn where it takes none",
    applies: (suite) => !steers(suite),
    replies: [[{ say: "Working." }, { gate: "busy" }]],
    async play(stage) {
      const run = await stage.start();
      await run.send("Work.");
      await stage.setting.gates.reached("busy");
      const steered = run.run.steer({ text: "And be brief.", context: [] });
      stage.expect(await stage.refusal(steered)).toBe("unsupported");
      stage.setting.gates.open("busy");
      await run.nth("turnCompleted");
    },
  },
  {
    name: "changes the model between turns",
    applies: ({ description, otherModel }) =>
      description.capabilities.canSetModel && otherModel !== undefined,
    replies: [],
    async play(stage) {
      const { otherModel = "" } = stage.suite;
      const run = await stage.start();
      await run.turn("Hello.");
      stage.expect(stage.setting.requests().at(-1)?.includes(otherModel)).toBe(false);
      await run.run.setModel?.(otherModel);
      stage.expect(await run.turn("Hello again.")).toMatchObject({ outcome: "completed" });
      stage.expect(stage.setting.requests().at(-1)).toContain(otherModel);
    },
  },
  {
    name: "takes each of its modes, and no other",
    applies: setsModes,
    replies: [],
    async play(stage) {
      const run = await stage.start();
      await run.turn("Hello.");
      const { modes = [] } = stage.suite.description;
      stage.expect(modes.length > 0, "a backend that can set its mode names its modes").toBe(true);
      for (const mode of modes) await run.run.setMode?.(mode);
      stage
        .expect(await stage.refusal(run.run.setMode?.("no-such-mode") ?? Promise.resolve()))
        .toBe("unsupported");
      stage.expect(await run.turn("Hello again.")).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "has no setMode that does nothing",
    applies: (suite) => !setsModes(suite),
    replies: [],
    async play(stage) {
      const run = await stage.start();
      if (run.run.setMode) stage.expect(await stage.refusal(run.run.setMode("default"))).toBe("unsupported");
    },
  },
];
