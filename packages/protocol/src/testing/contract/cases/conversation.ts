import type { ContractCase } from "../suite.ts";

const numbers = [...Array.from({ length: 200 }, (_, n) => `${n}, `), "done."];

/** Saying and hearing. */
export const conversationCases: readonly ContractCase[] = [
  {
    name: "says what the model says, in one turn",
    replies: [[{ say: "Hello from the model." }]],
    async play(stage) {
      const run = await stage.start();
      stage.expect(await run.turn("Say hello.")).toMatchObject({ outcome: "completed" });
      stage.expect(run.said).toBe("Hello from the model.");
      stage.expect(run.all("turnStarted").length).toBe(1);
      stage.expect(stage.setting.requests().at(-1)).toContain("Say hello.");
      stage.expect(await run.close()).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "says it while it is written",
    applies: ({ description }) => description.capabilities.partialMessageStreaming,
    replies: [[{ say: "Once upon a time." }, { gate: "written" }]],
    async play(stage) {
      const run = await stage.start();
      await run.send("Tell a story.");
      stage.expect((await run.nth("assistantText")).isPartial).toBe(true);
      stage.setting.gates.open("written");
      await run.nth("turnCompleted");
      stage.expect(run.said).toBe("Once upon a time.");
    },
  },
  {
    name: "takes a second turn on the same run",
    replies: [[{ say: "First." }], [{ say: "Second." }]],
    async play(stage) {
      const run = await stage.start();
      stage.expect(await run.turn("One.")).toMatchObject({ outcome: "completed" });
      stage.expect(await run.turn("Two.")).toMatchObject({ outcome: "completed" });
      stage.expect(run.said).toBe("First.Second.");
      stage.expect(run.all("sessionStarted").length).toBe(1);
    },
  },
  {
    name: "queues what is sent while a turn runs",
    replies: [[{ say: "First." }, { gate: "busy" }], [{ say: "Second." }]],
    async play(stage) {
      const run = await stage.start();
      await run.send("One.");
      await stage.setting.gates.reached("busy");
      await run.send("Two.");
      stage.setting.gates.open("busy");
      await run.nth("turnCompleted", 2);
      stage.expect(run.said).toBe("First.Second.");
      stage.expect(stage.setting.requests().at(-1)).toContain("Two.");
    },
  },
  {
    name: "loses nothing to a slow reader",
    replies: [[{ say: numbers.join(""), chunks: numbers }]],
    async play(stage) {
      const run = await stage.start({}, { paceMs: 2 });
      stage.expect(await run.turn("Count.")).toMatchObject({ outcome: "completed" });
      stage.expect(run.said).toBe(numbers.join(""));
    },
  },
  {
    name: "passes on what a person sends along",
    replies: [],
    async play(stage) {
      const run = await stage.start();
      await run.run.send({
        text: "What is this?",
        context: [
          { kind: "selection", path: "src/a.ts", lines: { start: 1, end: 1 }, text: "selected words" },
          { kind: "diffComment", path: "src/b.ts", hunk: "@@ hunk @@", comment: "commented words" },
        ],
      });
      await run.nth("turnCompleted");
      for (const sent of ["src/a.ts", "selected words", "src/b.ts", "commented words"])
        stage.expect(stage.setting.requests().at(-1)).toContain(sent);
    },
  },
];
