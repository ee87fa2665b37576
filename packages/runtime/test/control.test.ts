import type { SessionSpec } from "@nucleic/protocol";
import { AskEnded, type QuestionReply } from "@nucleic/protocol";
import { createGates } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import type { AgentControl, ControlHandlers, ReadDisposition } from "../src/control/agent-control.ts";
import { iterate, scriptedRuntime, transcript, until } from "./support.ts";

const serverName = "nucleic_0123456789ab";
const questions = [{ id: "1", text: "Which?", options: [], multiSelect: false, freeText: true }];
const never = new AbortController().signal;

/** The agent's end of the line: what it was given, and the calls a test makes in its place. */
class Line implements AgentControl {
  readonly handlers = Promise.withResolvers<ControlHandlers>();
  readonly closed = Promise.withResolvers<void>();

  async open(_id: unknown, handlers: ControlHandlers) {
    this.handlers.resolve(handlers);
    return {
      serverName,
      toolNames: ["set_disposition", "ask_user"],
      mcpServer: {
        transport: "http" as const,
        url: "http://127.0.0.1:1/mcp",
        headers: { Authorization: "Bearer x" },
      },
      systemPrompt: "Speak up.",
      [Symbol.asyncDispose]: async () => this.closed.resolve(),
    };
  }
}

interface Setting {
  readonly turns?: readonly (readonly object[])[];
  readonly mcpInjection?: boolean;
  readonly readDisposition?: ReadDisposition;
}

async function started({
  turns = [[{ gate: "end" }, { say: "So." }]],
  mcpInjection = true,
  readDisposition,
}: Setting = {}) {
  const line = new Line();
  const gates = createGates();
  const made = await scriptedRuntime(
    {
      scenario: { name: "control", replies: turns as never },
      capabilities: { mcpInjection },
      gates,
    },
    { control: line, ...(readDisposition && { readDisposition }) },
  );
  const specs: SessionSpec[] = [];
  const { start } = made.backend;
  made.backend.start = (spec, hooks, signal) => {
    specs.push(spec);
    return start.call(made.backend, spec, hooks, signal);
  };
  return { ...made, line, gates, specs };
}

describe("an agent that takes MCP servers", () => {
  it("is given ours under our name, last of all, and told about it", async () => {
    const { create, specs, line, gates } = await started();
    const impostor = { transport: "stdio" as const, command: "evil", args: [], env: {} };
    const session = await create({
      mcpServers: { [serverName]: impostor, docs: impostor },
      systemPromptAppend: "Be brief.",
    });
    expect(specs[0]?.mcpServers?.[serverName]).toMatchObject({ transport: "http" });
    expect(specs[0]?.mcpServers?.docs).toMatchObject({ command: "evil" });
    expect(specs[0]?.systemPromptAppend).toBe("Be brief.\n\nSpeak up.");
    gates.open("end");
    await session.close();
    await line.closed.promise;
  });

  it("or is not, where it can't be", async () => {
    const { create, specs } = await started({ mcpInjection: false });
    const session = await create();
    expect(specs[0]).not.toHaveProperty("mcpServers");
    await session.close();
  });
});

describe("ask_user", () => {
  it("is a question of the session like any other: asked, waited for, answered once", async () => {
    const { runtime, create, line, gates } = await started();
    const session = await create({ input: "go" });
    const events = iterate(session);
    await until(events, "turnStarted");
    const asking = (await line.handlers.promise).askUser(questions, never);
    const { event } = await until(events, "questionAsked");
    expect(event).toMatchObject({ questions, turnId: expect.any(String), origin: "backend" });
    expect(session.status).toBe("awaitingAnswer");
    expect(session.pendingQuestions).toMatchObject([{ id: event.questionId }]);
    const outcomes = await Promise.all([
      session.answerQuestion(event.questionId, { "1": ["core"] }),
      session.answerQuestion(event.questionId, undefined),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["accepted", "alreadyResolved"]);
    expect(await asking).toMatchObject({ kind: "answered", answers: { "1": ["core"] } });
    expect(session.status).toBe("running");
    gates.open("end");
    await until(events, "turnCompleted");
    await session.close();
    const answered = (await transcript(runtime, session)).filter(({ kind }) => kind === "questionAnswered");
    expect(answered).toMatchObject([{ answers: { "1": ["core"] }, answeredBy: { by: "person" } }]);
  });

  it.each<
    [
      string,
      (made: {
        stop: AbortController;
        session: Awaited<ReturnType<Awaited<ReturnType<typeof started>>["create"]>>;
      }) => unknown,
      string,
    ]
  >([
    [
      "withdrawn when the agent no longer waits",
      ({ stop }) => stop.abort(new AskEnded("withdrawn")),
      "withdrawn",
    ],
    ["withdrawn when the turn is broken off", ({ session }) => session.interrupt(), "withdrawn"],
    ["abandoned when the run ends", ({ session }) => session.close(), "abandoned"],
  ])("is %s", async (_name, end, by) => {
    const { runtime, create, line } = await started();
    const session = await create({ input: "go" });
    const events = iterate(session);
    await until(events, "turnStarted");
    const stop = new AbortController();
    const asking = (await line.handlers.promise).askUser(questions, stop.signal);
    await until(events, "questionAsked");
    await end({ stop, session });
    expect(await asking).toEqual<QuestionReply>({ kind: "declined", by: { by: by as "withdrawn" } });
    await session.close();
    const all = await transcript(runtime, session);
    expect(all.filter(({ kind }) => kind === "questionAnswered")).toMatchObject([{ answeredBy: { by } }]);
    expect(session.state.openQuestions).toEqual([]);
  });

  it("is declined where nobody answers, and after the end", async () => {
    const { create, line, gates } = await started();
    const session = await create({ approvals: "deny" });
    const handlers = await line.handlers.promise;
    expect(await handlers.askUser(questions, never)).toMatchObject({ by: { by: "noAnswerer" } });
    gates.open("end");
    await session.close();
    expect(await handlers.askUser(questions, never)).toMatchObject({ kind: "declined" });
    await expect(handlers.setDisposition("completed")).rejects.toMatchObject({ code: "notRunning" });
  });
});

describe("set_disposition", () => {
  it("stands until the next turn, in the state, the record, and a rebuild of it", async () => {
    const { runtime, create, line } = await started({
      turns: [[{ gate: "end" }, { say: "So." }], [{ say: "More." }]],
    });
    const session = await create();
    const events = iterate(session);
    await session.send("go");
    await until(events, "turnStarted");
    await (await line.handlers.promise).setDisposition("blocked");
    await (await line.handlers.promise).setDisposition("completed");
    await (await line.handlers.promise).setDisposition("completed");
    expect(session.state.disposition).toBe("completed");
    await session.interrupt();
    await until(events, "turnCompleted");
    await session.send("and then");
    await until(events, "turnCompleted");
    expect(session.state.disposition).toBeUndefined();
    await (await line.handlers.promise).setDisposition("awaitingInput");
    await session.close();
    expect(await runtime.findSession(session.id)).toMatchObject({ disposition: "awaitingInput" });
    await runtime.rebuild();
    expect(await runtime.findSession(session.id)).toMatchObject({ disposition: "awaitingInput" });
    const said = (await transcript(runtime, session)).filter(({ kind }) => kind === "dispositionChanged");
    expect(said).toMatchObject([
      { disposition: "blocked", by: "agent" },
      { disposition: "completed", by: "agent" },
      { disposition: "awaitingInput", by: "agent" },
    ]);
  });
});

describe("our own tools need no leave", () => {
  const call = (server: string, tool: string) => [
    [{ call: "Mcp", input: { server, tool, arguments: {} } }, { say: "So." }],
  ];
  it.each(["ask", "deny"] as const)("whoever answers for the rest: %s", async (approvals) => {
    const { runtime, create } = await started({ turns: call(serverName, "set_disposition") });
    const session = await create({ input: "go", approvals });
    await until(iterate(session), "turnCompleted");
    await session.close();
    const all = await transcript(runtime, session);
    expect(all.filter(({ kind }) => kind === "approvalRequested")).toMatchObject([
      { auto: { by: "policy", rule: "nucleic control" } },
    ]);
    expect(all.filter(({ kind }) => kind === "approvalResolved")).toMatchObject([
      { decision: { kind: "allow" }, decidedBy: { by: "policy", rule: "nucleic control" } },
    ]);
  });

  it.each([
    ["another server", "nucleic", "set_disposition"],
    ["a server that begins like ours", `${serverName}x`, "set_disposition"],
    ["another tool of ours", serverName, "host_exec"],
  ])("%s does", async (_name, server, tool) => {
    const { create } = await started({ turns: call(server, tool) });
    const session = await create({ input: "go" });
    const { event } = await until(iterate(session), "approvalRequested");
    expect(event).not.toHaveProperty("auto");
    await session.close();
  });

  it("nor does a command of that name get by", async () => {
    const { create } = await started({
      turns: [[{ call: "Bash", input: { server: serverName, tool: "set_disposition", command: "id" } }]],
    });
    const session = await create({ input: "go" });
    const { event } = await until(iterate(session), "approvalRequested");
    expect(event).not.toHaveProperty("auto");
    await session.close();
  });
});

describe("the end of a turn is read", () => {
  const readDisposition: ReadDisposition = ({ outcome, text }) =>
    outcome === "completed" && text === "Done." ? "completed" : undefined;
  it("where the agent did not say how its work stands", async () => {
    const { create, runtime } = await started({
      turns: [[{ say: "Well." }, { say: "Done." }], [{ say: "So." }]],
      readDisposition,
    });
    const session = await create({ input: "go" });
    const events = iterate(session);
    await until(events, "turnCompleted");
    expect(session.state.disposition).toBe("completed");
    await session.send("again");
    await until(events, "turnCompleted");
    expect(session.state.disposition).toBeUndefined();
    await session.close();
    const said = (await transcript(runtime, session)).filter(({ kind }) => kind === "dispositionChanged");
    expect(said).toMatchObject([{ disposition: "completed", by: "rule", origin: "runtime" }]);
  });

  it("and not where it did", async () => {
    const { create, line, gates } = await started({
      turns: [[{ gate: "end" }, { say: "Done." }]],
      readDisposition,
    });
    const session = await create({ input: "go" });
    const events = iterate(session);
    await until(events, "turnStarted");
    await (await line.handlers.promise).setDisposition("awaitingInput");
    gates.open("end");
    await until(events, "turnCompleted");
    expect(session.state.disposition).toBe("awaitingInput");
    await session.close();
  });
});

describe("a person says that it is done", () => {
  it("of a session at rest, whatever was read into it", async () => {
    const { create, runtime } = await started({
      turns: [[{ say: "Which?" }]],
      readDisposition: () => "awaitingInput",
    });
    const session = await create({ input: "go" });
    await until(iterate(session), "turnCompleted");
    await session.markDone();
    await session.close();
    expect(await runtime.findSession(session.id)).toMatchObject({
      status: "finished",
      disposition: "completed",
    });
    const said = (await transcript(runtime, session)).filter(({ kind }) => kind === "dispositionChanged");
    expect(said.at(-1)).toMatchObject({ by: "person", origin: "user" });
  });

  it("not while it runs, nor where it is blocked, nor when it is over", async () => {
    const { create, runtime, gates, line } = await started();
    const session = await create({ input: "go" });
    const events = iterate(session);
    await until(events, "turnStarted");
    await expect(session.markDone()).rejects.toMatchObject({ code: "stillRunning" });
    await (await line.handlers.promise).setDisposition("blocked");
    gates.open("end");
    await until(events, "turnCompleted");
    await expect(session.markDone()).rejects.toMatchObject({ code: "workBlocked" });
    await session.close();
    await using again = await runtime.openSession(session.id);
    await again.archive();
    await expect(again.markDone()).rejects.toMatchObject({ code: "sessionOver" });
  });
});
