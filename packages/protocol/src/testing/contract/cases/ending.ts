import { systemClock } from "../../../clock.ts";
import type { Reply } from "../../scenario.ts";
import { allowing, undecided } from "../hooks.ts";
import type { Stage } from "../stage.ts";
import type { Applies, ContractCase } from "../suite.ts";

const asks: Applies = ({ description }) => description.capabilities.interactiveApprovals;
const midText: readonly Reply[] = [[{ say: "Once upon a time" }, { gate: "never" }], [{ say: "Again." }]];
const write: Reply = [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }];

/** Waits for a file that a tool writes to say that it runs. */
async function untilFile(stage: Stage, path: string): Promise<void> {
  while ((await stage.setting.readFile(path)) === undefined) await systemClock.sleep(20);
}

/** Every way in which a turn or a run stops before it is done. */
export const endingCases: readonly ContractCase[] = [
  {
    name: "is interrupted in the middle of a text, and goes on",
    replies: midText,
    async play(stage) {
      const run = await stage.start();
      await run.send("Tell a story.");
      await stage.setting.gates.reached("never");
      await run.run.interrupt();
      stage.expect(await run.nth("turnCompleted")).toMatchObject({ outcome: "interrupted" });
      stage.expect(await run.turn("Once more.")).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "is interrupted in the middle of a tool, and goes on",
    replies: [
      [{ call: "Bash", input: { command: "touch started.txt; tail -f /dev/null" } }],
      [{ say: "Again." }],
    ],
    async play(stage) {
      const run = await stage.start(allowing);
      await run.send("Wait for ever.");
      await untilFile(stage, "started.txt");
      // On a busy machine the tool can be quicker than the word of it.
      await run.nth("toolCallStarted");
      await run.run.interrupt();
      stage.expect(await run.nth("turnCompleted")).toMatchObject({ outcome: "interrupted" });
      stage.expect(run.all("toolResult").length).toBe(1);
      stage.expect(await run.turn("Once more.")).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "is interrupted in the middle of an approval, and goes on",
    applies: asks,
    replies: [write, [{ say: "Again." }]],
    async play(stage) {
      const { hooks, asked, released } = undecided();
      const run = await stage.start(hooks);
      await run.send("Write it.");
      await asked;
      await run.run.interrupt();
      await released;
      stage.expect(await run.nth("turnCompleted")).toMatchObject({ outcome: "interrupted" });
      stage.expect(await run.nth("approvalResolved")).toMatchObject({
        decision: { kind: "deny" },
        decidedBy: { by: "withdrawn" },
      });
      stage.expect(await stage.setting.readFile("hello.txt")).toBe(undefined);
      stage.expect(await run.turn("Once more.")).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "takes an interruption when nothing runs for nothing",
    replies: [],
    async play(stage) {
      const run = await stage.start();
      await run.run.interrupt();
      stage.expect(await run.turn("Hello.")).toMatchObject({ outcome: "completed" });
      await run.run.interrupt();
      stage.expect(await run.close()).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "is closed in the middle of an approval",
    applies: asks,
    replies: [write],
    async play(stage) {
      const { hooks, asked, released } = undecided();
      const run = await stage.start(hooks);
      await run.send("Write it.");
      await asked;
      stage.expect(await run.close()).toMatchObject({ outcome: "interrupted" });
      await released;
      stage.expect(run.all("approvalResolved")[0]).toMatchObject({
        decision: { kind: "deny" },
        decidedBy: { by: "abandoned" },
      });
      stage.expect(await stage.setting.readFile("hello.txt")).toBe(undefined);
    },
  },
  {
    name: "is closed in the middle of a tool",
    replies: [[{ call: "Bash", input: { command: "touch started.txt; tail -f /dev/null" } }]],
    async play(stage) {
      const run = await stage.start(allowing);
      await run.send("Wait for ever.");
      await untilFile(stage, "started.txt");
      // On a busy machine the tool can be quicker than the word of it.
      await run.nth("toolCallStarted");
      stage.expect(await run.close()).toMatchObject({ outcome: "interrupted" });
      stage.expect(run.all("toolResult").length).toBe(1);
    },
  },
  {
    name: "is closed before anything was said",
    replies: [],
    async play(stage) {
      const run = await stage.start();
      stage.expect(await run.close()).toMatchObject({ outcome: "completed" });
      stage.expect(run.all("turnStarted").length).toBe(0);
    },
  },
  {
    name: "is closed by its signal",
    replies: midText,
    async play(stage) {
      const abort = new AbortController();
      const run = await stage.start({}, { signal: abort.signal });
      await run.send("Tell a story.");
      await stage.setting.gates.reached("never");
      abort.abort();
      await run.ended;
      stage.expect(await run.nth("runFinished")).toMatchObject({ outcome: "interrupted" });
    },
  },
  {
    name: "does not start on a signal that has aborted",
    replies: [],
    async play(stage) {
      const reason = new Error("never mind");
      const started = stage.start({}, { signal: AbortSignal.abort(reason) });
      stage.expect(await started.catch((error: unknown) => error)).toBe(reason);
    },
  },
  {
    name: "is disposed of as often as one likes, and takes nothing afterwards",
    replies: midText,
    async play(stage) {
      const run = await stage.start();
      await run.send("Tell a story.");
      await stage.setting.gates.reached("never");
      await Promise.all([run.run.close(), run.run.close(), run.run[Symbol.asyncDispose]()]);
      await run.run.close();
      stage.expect(await stage.refusal(run.send("Anyone?"))).toBe("sessionBusy");
      await run.run.interrupt();
    },
  },
  {
    name: "ends with its reader",
    replies: midText,
    async play(stage) {
      const { backend, spec } = stage.setting;
      await using run = await backend.start(spec, {});
      await run.send({ text: "Tell a story.", context: [] });
      for await (const event of run.events) if (event.kind === "turnStarted") break;
      const send = run.send({ text: "Anyone?", context: [] });
      stage.expect(await stage.refusal(send)).toBe("sessionBusy");
    },
  },
  {
    name: "reports its own death",
    applies: ({ kill }) => kill !== undefined,
    replies: midText,
    async play(stage) {
      const run = await stage.start();
      await run.send("Tell a story.");
      await stage.setting.gates.reached("never");
      await stage.suite.kill?.(stage.setting);
      await run.ended;
      stage.expect(run.all("turnCompleted")[0]).toMatchObject({
        outcome: "failed",
        error: { code: "crashed" },
      });
      stage.expect(run.all("runFinished")[0]).toMatchObject({
        outcome: "failed",
        error: { code: "crashed" },
      });
    },
  },
];
