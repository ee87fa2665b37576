import { expect, test } from "vitest";
import type { AgentBackend, AgentHooks, AgentRun } from "../src/backend.ts";
import type { AgentEvent } from "../src/event.ts";
import { TurnId } from "../src/ids.ts";
import { backendContract } from "../src/testing/contract/backend-contract.ts";
import { person } from "../src/testing/contract/hooks.ts";
import type { ContractSuite } from "../src/testing/contract/suite.ts";
import { scriptedBackend } from "../src/testing/scripted/backend.ts";
import { openScripted } from "./open-scripted.ts";

/** What the contract is for: each of these backends has one fault, and the case that finds it. */
interface Fault {
  readonly name: string;
  readonly found: string;
  readonly hooks?: (hooks: AgentHooks) => AgentHooks;
  readonly run?: (run: AgentRun) => Partial<AgentRun>;
  readonly event?: (event: AgentEvent) => AgentEvent | readonly AgentEvent[];
  readonly backend?: (backend: AgentBackend) => Partial<AgentBackend>;
  readonly suite?: Partial<ContractSuite>;
}

const allow = async () => ({ decision: { kind: "allow" }, by: person }) as const;
const changing =
  <K extends AgentEvent["kind"]>(kind: K, change: Partial<Extract<AgentEvent, { kind: K }>>) =>
  (event: AgentEvent): AgentEvent =>
    event.kind === kind ? { ...event, ...change } : event;
const dropping = (kind: AgentEvent["kind"]) => (event: AgentEvent) => (event.kind === kind ? [] : event);

const faults: readonly Fault[] = [
  {
    name: "allows where there is no hook",
    found: "denies where there is no hook",
    hooks: (hooks) => ({ requestApproval: allow, ...hooks }),
  },
  {
    name: "takes a failing hook for an allow",
    found: "denies where the hook rejects",
    hooks: ({ requestApproval }) => ({
      requestApproval: (...asked) => requestApproval?.(...asked).catch(allow) ?? allow(),
    }),
  },
  {
    name: "takes nonsense for an allow",
    found: "denies where the hook answers nonsense",
    hooks: () => ({ requestApproval: allow }),
  },
  {
    name: "lets an expired request through",
    found: "denies where nobody made the allow",
    hooks: () => ({ requestApproval: allow }),
  },
  {
    name: "runs its own input whatever was allowed",
    found: "runs the input that was allowed instead of its own",
    hooks: () => ({ requestApproval: allow }),
  },
  {
    name: "remembers an allowAlways by itself",
    found: "asks again after an allowAlways: the rule is not the backend's",
    event: (event) =>
      event.kind === "approvalRequested" && event.request.input.path === "two.txt" ? [] : event,
  },
  {
    name: "does not say what became of an approval",
    found: "asks before a tool and runs it once allowed",
    event: dropping("approvalResolved"),
  },
  {
    name: "loses its last word",
    found: "says what the model says, in one turn",
    event: dropping("runFinished"),
  },
  {
    name: "says one delta twice",
    found: "loses nothing to a slow reader",
    event: (event) =>
      "isPartial" in event && event.isPartial && event.text === "7, " ? [event, event] : event,
  },
  {
    name: "writes fields of its own",
    found: "says what the model says, in one turn",
    event: (event) => ({ ...event, vendor: "acme" }),
  },
  {
    name: "claims abilities it does not describe",
    found: "takes a second turn on the same run",
    suite: {
      description: {
        ...scriptedBackend({ scenario: { name: "none", replies: [] } }).describe(),
        id: "another",
      },
    },
  },
  {
    name: "completes a turn twice",
    found: "takes a second turn on the same run",
    event: (event) => (event.kind === "turnCompleted" ? [event, event] : event),
  },
  {
    name: "calls an interruption a success",
    found: "is interrupted in the middle of a text, and goes on",
    event: changing("turnCompleted", { outcome: "completed" }),
  },
  {
    name: "blames a person for what it abandoned",
    found: "is closed in the middle of an approval",
    event: changing("approvalResolved", { decidedBy: person }),
  },
  {
    name: "takes inputs after its end",
    found: "is disposed of as often as one likes, and takes nothing afterwards",
    run: (run) => ({ send: (input) => run.send(input).catch(() => undefined) }),
  },
  {
    name: "outlives its reader",
    found: "ends with its reader",
    run: (run) => ({ send: (input) => run.send(input).catch(() => undefined) }),
  },
  {
    name: "starts on an aborted signal",
    found: "does not start on a signal that has aborted",
    backend: (backend) => ({ start: (spec, hooks) => backend.start(spec, hooks) }),
  },
  {
    name: "calls every failure an API error",
    found: "fails the turn where the provider answers 404, with modelNotFound if the agent tells the status",
    event: changing("turnCompleted", { error: { code: "apiError", message: "failed" } }),
  },
  {
    name: "forgets what was said",
    found: "resumes under the same id, with what was said before",
    backend: (backend) => ({ resume: (spec, hooks) => backend.start(spec, hooks) }),
  },
  {
    name: "forks where it should resume",
    found: "resumes under the same id, with what was said before",
    backend: (backend) => ({ resume: (spec, hooks) => backend.resume({ ...spec, fork: true }, hooks) }),
  },
  {
    name: "resumes where it should fork",
    found: "forks under an id of its own and leaves the original as it was",
    backend: (backend) => ({ resume: (spec, hooks) => backend.resume({ ...spec, fork: false }, hooks) }),
  },
  {
    name: "begins anew where it should resume",
    found: "refuses to resume what it does not know",
    backend: (backend) => ({ resume: (spec, hooks) => backend.start(spec, hooks) }),
  },
  {
    name: "throws errors without a code",
    found: "refuses to resume what it does not know",
    backend: () => ({ resume: () => Promise.reject(new Error("unknownSession")) }),
  },
  {
    name: "takes any mode",
    found: "takes each of its modes, and no other",
    run: () => ({ setMode: async () => undefined }),
  },
  {
    name: "keeps its model",
    found: "changes the model between turns",
    run: () => ({ setModel: async () => undefined }),
  },
  {
    name: "drops what is sent along",
    found: "passes on what a person sends along",
    run: (run) => ({ send: ({ text }) => run.send({ text, context: [] }) }),
  },
  {
    name: "drops images",
    found: "shows an image to the model",
    run: (run) => ({ send: ({ text }) => run.send({ text, context: [] }) }),
  },
  {
    name: "drops a word in the middle of a turn",
    found: "takes a word in the middle of a turn, within that turn",
    run: () => ({ steer: async () => undefined }),
  },
  {
    name: "makes a turn of its own of a word in the middle of another",
    found: "takes a word in the middle of a turn, within that turn",
    event: (event) =>
      event.kind === "turnStarted" && event.turnId
        ? [
            event,
            { ...event, turnId: TurnId.parse("another") },
            { ...event, turnId: TurnId.parse("another"), kind: "turnCompleted", outcome: "completed" },
          ]
        : event,
  },
  {
    name: "answers questions by itself",
    found: "goes on without an answer where there is no hook",
    hooks: () => ({ askUser: async () => ({ kind: "answered", answers: { colour: ["Teal"] }, by: person }) }),
  },
  {
    name: "lets an answer expire into a guess",
    found: "goes on without an answer where nobody gave the answer",
    hooks: () => ({ askUser: async () => ({ kind: "answered", answers: { colour: ["Teal"] }, by: person }) }),
  },
  {
    name: "leaves a process behind",
    found: "says what the model says, in one turn",
    suite: { alive: async () => true },
  },
];

test.each(faults)("a backend that $name is found out", async (fault) => {
  const cases = new Map<string, () => Promise<void>>();
  const api = {
    describe: (_: string, body: () => void) => body(),
    test: (name: string, body: () => Promise<void>) => void cases.set(name, body),
    expect,
  };
  const suite: ContractSuite = {
    name: fault.name,
    api,
    description: scriptedBackend({ scenario: { name: "none", replies: [] } }).describe(),
    otherModel: "another-model",
    async open(scenario) {
      const setting = await openScripted(scenario);
      return { ...setting, backend: withFault(setting.backend, fault) };
    },
    ...fault.suite,
  };
  backendContract(suite);
  const found = cases.get(fault.found);
  expect(found).toBeDefined();
  await expect(found?.()).rejects.toThrow();
});

function withFault(backend: AgentBackend, { hooks = (same) => same, ...fault }: Fault): AgentBackend {
  const broken = { ...backend, ...fault.backend?.(backend) };
  return {
    ...broken,
    start: async (spec, given, signal) => faultyRun(await broken.start(spec, hooks(given), signal), fault),
    resume: async (spec, given, signal) => faultyRun(await broken.resume(spec, hooks(given), signal), fault),
  };
}

function faultyRun(run: AgentRun, fault: Omit<Fault, "hooks">): AgentRun {
  return {
    events: faultyEvents(run.events, fault.event ?? ((event) => event)),
    send: (input) => run.send(input),
    steer: (input) => run.steer(input),
    interrupt: () => run.interrupt(),
    setMode: async (mode) => run.setMode?.(mode),
    setModel: async (model) => run.setModel?.(model),
    close: () => run.close(),
    [Symbol.asyncDispose]: () => run.close(),
    ...fault.run?.(run),
  };
}

async function* faultyEvents(
  events: AsyncIterable<AgentEvent>,
  change: NonNullable<Fault["event"]>,
): AsyncIterable<AgentEvent> {
  let seq = 0;
  for await (const event of events) for (const each of [change(event)].flat()) yield { ...each, seq: ++seq };
}
