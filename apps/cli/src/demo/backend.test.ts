import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentEvent,
  type AgentHooks,
  checkStream,
  createIds,
  type Decision,
  type SessionId,
  SessionSpec,
  systemClock,
} from "@nucleic/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoBackend } from "./backend.ts";
import { demoFile, demoSource } from "./files.ts";

const env = { PATH: process.env.PATH ?? "" };
const backend = demoBackend({ clock: systemClock, ids: createIds(systemClock), env, paceMs: 0 });
let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "nucleic-demo-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

/** Answers every approval alike, and every question with the same words. */
function hooks(decision: Decision, answer = "Nautical"): AgentHooks {
  return {
    requestApproval: async () => ({ decision, by: { by: "person" } }),
    askUser: async () => ({ kind: "answered", answers: { tone: [answer] }, by: { by: "person" } }),
  };
}

/** One turn to its end; `on` sees each event before the agent goes on. */
async function turn(
  given: AgentHooks,
  on?: (event: AgentEvent, interrupt: () => void) => void,
): Promise<AgentEvent[]> {
  const spec = SessionSpec.parse({ sessionId: "s" as SessionId, cwd });
  await using run = await backend.start(spec, given);
  await run.send({ text: "Greet people", context: [] });
  const events: AgentEvent[] = [];
  for await (const event of run.events) {
    events.push(event);
    on?.(event, () => void run.interrupt());
    if (event.kind === "turnCompleted") void run.close();
  }
  return events;
}

const outcome = (events: AgentEvent[]) => events.find((event) => event.kind === "turnCompleted")?.outcome;
const source = () => readFile(join(cwd, demoFile), "utf8");

test("it edits a file, runs it, and keeps every promise of the stream", async () => {
  await writeFile(join(cwd, demoFile), demoSource);
  const events = await turn(hooks({ kind: "allow" }));
  expect(checkStream(events)).toEqual({ faults: [], openApprovals: [], openQuestions: [] });
  expect(await source()).toContain('const greeting = "Ahoy";');
  expect(events.find((event) => event.kind === "turnCompleted")).toMatchObject({
    outcome: "completed",
    finalText: `I changed \`${demoFile}\`, and it says: Ahoy, Ada`,
  });
  expect(events.at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed" });
});

test("where the file is not there it is created; a free answer is the greeting", async () => {
  await turn(hooks({ kind: "allow" }, 'Say "hi" & $1'));
  expect(await source()).toContain('const greeting = "Say \\"hi\\" & $1";');
});

test("a denial changes nothing, and the agent says so", async () => {
  await writeFile(join(cwd, demoFile), demoSource);
  const events = await turn(hooks({ kind: "deny", message: "not today" }));
  expect(await source()).toBe(demoSource);
  expect(events).toContainEqual(
    expect.objectContaining({
      kind: "toolResult",
      isError: true,
      content: [{ kind: "text", text: "not today" }],
    }),
  );
  expect(outcome(events)).toBe("completed");
});

test("a decision that cancels ends the turn", async () => {
  const events = await turn(hooks({ kind: "cancelRun" }));
  expect(checkStream(events).faults).toEqual([]);
  expect(outcome(events)).toBe("interrupted");
});

test("with no hooks at all it is denied", async () => {
  const events = await turn({});
  expect(events.find((event) => event.kind === "approvalResolved")).toMatchObject({
    decision: { kind: "deny" },
    decidedBy: { by: "noAnswerer" },
  });
});

test.each(["assistantText", "approvalRequested", "questionAsked"])(
  "interrupted at %s it closes what is open",
  async (at) => {
    const waits: AgentHooks = {
      requestApproval: (_request, signal) => untilAborted(signal),
      askUser: (_request, signal) =>
        at === "questionAsked" ? untilAborted(signal) : Promise.reject(new Error("nobody is here")),
    };
    const events = await turn(waits, (event, interrupt) => {
      if (event.kind === at) queueMicrotask(interrupt);
    });
    expect(checkStream(events)).toEqual({ faults: [], openApprovals: [], openQuestions: [] });
    expect(outcome(events)).toBe("interrupted");
  },
);

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
