import { expect, test } from "vitest";
import { checkStream } from "../../check-stream.ts";
import { idsFrom } from "../../create-ids.ts";
import type { AgentEvent, EventKind } from "../../event.ts";
import { NucleicError } from "../../nucleic-error.ts";
import { SessionSpec } from "../../spec.ts";
import { allowing } from "../contract/hooks.ts";
import { createGates } from "../gates.ts";
import { scriptedBackend } from "./backend.ts";
import type { Message, Model, ScriptedStep } from "./model.ts";
import type { ScriptedOptions } from "./options.ts";

const spec = SessionSpec.parse({ sessionId: "session-1", cwd: "/repo" });
const scenario = (...replies: ScriptedStep[][]): Model => {
  const left = replies.values();
  return () => left.next().value ?? [{ say: "All done." }];
};

/** Plays one turn, closes, and answers with everything that happened. */
async function played(options: ScriptedOptions): Promise<AgentEvent[]> {
  const run = await scriptedBackend(options).start(spec, allowing);
  await run.send({ text: "Go.", context: [] });
  const events: AgentEvent[] = [];
  for await (const event of run.events) {
    events.push(event);
    if (event.kind === "turnCompleted") void run.close();
  }
  expect(checkStream(events).faults).toEqual([]);
  return events;
}

const of = <K extends EventKind>(events: readonly AgentEvent[], kind: K) =>
  events.filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);

test("the program can die in the middle of a turn", async () => {
  const events = await played({
    scenario: scenario([{ say: "One two" }, { crash: { exitCode: 3, stderr: "out of luck" } }]),
  });
  expect(of(events, "assistantText").at(-1)).toMatchObject({ text: "One two", truncated: true });
  expect(of(events, "turnCompleted")[0]).toMatchObject({ outcome: "failed", error: { code: "crashed" } });
  expect(of(events, "runFinished")[0]).toMatchObject({
    outcome: "failed",
    exitCode: 3,
    stderrTail: "out of luck",
  });
});

test("what it writes and nobody models is raw", async () => {
  const events = await played({ scenario: scenario([{ raw: { type: "unheard-of" } }]) });
  expect(of(events, "raw")).toMatchObject([{ backend: "scripted", native: { type: "unheard-of" } }]);
});

test("it can fail to start", async () => {
  const startError = new NucleicError("notLoggedIn", "nobody is logged in");
  const backend = scriptedBackend({ scenario: scenario(), startError });
  await expect(backend.start(spec, {})).rejects.toBe(startError);
});

test("a model is asked again with what its tools answered", async () => {
  const asked: unknown[] = [];
  const events = await played({
    scenario: ({ step, results, history }) => {
      asked.push({ step, results: results.map(({ content }) => content), heard: history.length });
      return step === 0 ? [{ call: "Read", input: { path: "a.txt" } }] : [{ say: "Read." }];
    },
    perform: async (tool, input, { cwd }) => ({ text: `${tool} ${input.path} in ${cwd}` }),
  });
  expect(asked).toEqual([
    { step: 0, results: [], heard: 1 },
    { step: 1, results: [[{ kind: "text", text: "Read a.txt in /repo" }]], heard: 2 },
  ]);
  expect(of(events, "approvalRequested")).toEqual([]);
});

test("a tool that fails, changes files or exits says so", async () => {
  const events = await played({
    scenario: scenario([
      { call: "Bash", input: { command: "false" } },
      { call: "Edit", input: { path: "a.txt" } },
      { native: "spin", input: 3 },
    ]),
    perform: async (tool) => {
      if (tool === "Bash") return { exitCode: 1, isError: true };
      if (tool === "Edit") return { changes: [{ path: "a.txt", change: "update" }] };
      throw new Error("dizzy");
    },
  });
  expect(of(events, "toolResult")).toMatchObject([
    { isError: true, exitCode: 1 },
    { isError: false },
    { isError: true, content: [{ text: "Error: dizzy" }] },
  ]);
  expect(of(events, "fileChange")).toMatchObject([{ path: "a.txt", change: "update", inferred: false }]);
  expect(of(events, "toolCallStarted").at(-1)).toMatchObject({ tool: "Other", nativeTool: "spin" });
});

test("its plan is told, its usage counted, and cost only where it reports any", async () => {
  const entries = [{ text: "Look", status: "pending" }];
  const replies = [
    [{ call: "TodoWrite", input: { entries } }, { usage: { inputTokens: 100, outputTokens: 7 } }],
    [{ say: "Done." }],
  ] as const;
  const plain = await played({ scenario: { name: "plan", replies } });
  expect(of(plain, "planUpdated")).toMatchObject([{ entries }]);
  expect(of(plain, "usage")).toMatchObject([{ inputTokens: 110, outputTokens: 12, cumulative: false }]);
  expect(of(plain, "usage")[0]).not.toHaveProperty("costUSD");
  const paid = await played({ scenario: { name: "plan", replies }, capabilities: { reportsCost: true } });
  expect(of(paid, "usage")[0]?.costUSD).toBeGreaterThan(0);
});

test("it waits for its reader", async () => {
  const gates = createGates();
  const chunks = Array.from({ length: 100 }, String);
  const scenario = { name: "flood", replies: [[{ say: chunks.join(""), chunks }, { gate: "said" }]] };
  const run = await scriptedBackend({ scenario, gates, maxUnreadEvents: 8 }).start(spec, {});
  await run.send({ text: "Go.", context: [] });
  let said = false;
  const saying = gates.reached("said").then(() => {
    said = true;
  });
  const reader = run.events[Symbol.asyncIterator]();
  for (let read = 0; read < 50; read++) await reader.next();
  expect(said).toBe(false);
  for (let read = 50; read < 102; read++) await reader.next();
  await saying;
  await run.close();
});

test("closing does not wait for a reader that never came", async () => {
  const run = await scriptedBackend({
    scenario: scenario([{ say: "One two three four" }]),
    maxUnreadEvents: 1,
  }).start(spec, {});
  await run.send({ text: "Go.", context: [] });
  await run.close();
});

test("with a clock and ids of the test, two runs are the same to the letter", async () => {
  const options = (): ScriptedOptions => {
    let made = 0;
    return {
      scenario: scenario([{ think: "Hm." }, { call: "Write", input: { path: "a.txt" } }]),
      ids: idsFrom(() => `id-${++made}`),
      clock: { now: () => 1, monotonicMs: () => 2, sleep: () => Promise.resolve() },
    };
  };
  expect(await played(options())).toEqual(await played(options()));
});

test("its program tells a plan, and a model that counts no tokens reports no usage", async () => {
  const entries = [{ text: "Look", status: "inProgress" }] as const;
  const events = await played({
    scenario: scenario([
      { plan: entries },
      { say: "On it." },
      { usage: { inputTokens: 0, outputTokens: 0 } },
    ]),
  });
  expect(of(events, "planUpdated")).toMatchObject([{ entries }]);
  expect(of(events, "toolCallStarted")).toEqual([]);
  expect(of(events, "usage")).toEqual([]);
});

test("a person sees the preview of a call; where there can be none, nobody is asked and nothing done", async () => {
  const done: unknown[] = [];
  const events = await played({
    scenario: scenario([
      { call: "Edit", input: { path: "a.txt" } },
      { call: "Edit", input: { path: "gone.txt" } },
    ]),
    preview: async (_tool, { path }) => {
      if (path === "gone.txt") throw new Error("no such file");
      return { diff: "-a\n+b\n" };
    },
    perform: async (_tool, { path }) => {
      done.push(path);
      return {};
    },
  });
  expect(of(events, "approvalRequested")).toMatchObject([{ request: { diff: "-a\n+b\n" } }]);
  expect(done).toEqual(["a.txt"]);
  expect(of(events, "toolResult").find(({ isError }) => isError)?.content).toMatchObject([
    { text: expect.stringContaining("no such file") },
  ]);
});

test("a session is saved before its model is asked and before its tools are run", async () => {
  const saved = new Map<string, readonly Message[]>();
  const seen: string[][] = [];
  const now = () => [...saved.values()].flat().map(({ text }) => text);
  await played({
    scenario: ({ step }) => {
      seen.push(now());
      return step === 0
        ? [{ say: "I look." }, { call: "Read", input: { path: "a.txt" } }]
        : [{ say: "Seen." }];
    },
    perform: async () => {
      seen.push(now());
      return { text: "contents" };
    },
    memories: {
      load: async (id) => saved.get(id),
      save: async (id, messages) => void saved.set(id, [...messages]),
    },
  });
  expect(seen).toEqual([["Go."], ["Go.", "I look."], ["Go.", "I look.", "contents"]]);
  expect(now()).toEqual(["Go.", "I look.", "contents", "Seen."]);
});

test("it takes its time between two words", async () => {
  const pauses: number[] = [];
  await played({
    scenario: scenario([{ say: "One two three" }]),
    paceMs: 7,
    clock: { now: () => 1, monotonicMs: () => 2, sleep: async (ms) => void pauses.push(ms) },
  });
  expect(pauses).toEqual([7, 7, 7]);
});
