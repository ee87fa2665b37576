import { access } from "node:fs/promises";
import { type AgentBackend, checkStream, type Decision, NucleicError } from "@nucleic/protocol";
import { createGates, scriptedBackend } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import { initialState, nextState } from "../src/index.ts";
import { collect, iterate, scriptedRuntime, transcript, until } from "./support.ts";

const say = (text: string) => ({ name: "say", replies: [[{ say: text }]] });
const runsCommand = { name: "command", replies: [[{ call: "Bash" as const, input: { command: "ls" } }]] };

describe("a session", () => {
  it("takes a message, works, and waits for the next", async () => {
    const { runtime, create } = await scriptedRuntime(say("Hello there."));
    const session = await create({ input: "greet me" });
    await until(iterate(session), "turnCompleted");
    expect(session.status).toBe("awaitingInput");
    await session.close();
    expect(session.status).toBe("finished");

    const events = await transcript(runtime, session);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.map((event) => event.kind)).toEqual([
      "statusChanged",
      "sessionStarted",
      "userMessage",
      "turnStarted",
      "assistantText",
      "usage",
      "turnCompleted",
      "runFinished",
    ]);
    expect(checkStream(events).faults).toEqual([]);
    expect(events.reduce(nextState, initialState)).toEqual(session.state);
    const record = await runtime.findSession(session.id);
    expect(record).toMatchObject({ status: "finished", lastSeq: events.length, title: "A task" });
  });

  it("has a message on disk before the agent hears of it", async () => {
    const { runtime, create } = await scriptedRuntime(say("Hi."));
    const session = await create({ input: "first" });
    const kinds = (await transcript(runtime, session)).map((event) => event.kind);
    expect(kinds).toContain("userMessage");
  });

  it.each<{ decision: Decision; performed: boolean }>([
    { decision: { kind: "allow" }, performed: true },
    { decision: { kind: "allowAlways", scope: "session" }, performed: true },
    { decision: { kind: "deny", message: "no" }, performed: false },
    { decision: { kind: "cancelRun" }, performed: false },
  ])("asks a person and does as they say: $decision.kind", async ({ decision, performed }) => {
    const done: string[] = [];
    const { runtime, create } = await scriptedRuntime({
      scenario: runsCommand,
      perform: async (tool) => {
        done.push(tool);
        return {};
      },
    });
    const session = await create({ input: "go" });
    const events = iterate(session);
    const { event } = await until(events, "approvalRequested");
    expect(event.request).toMatchObject({
      summary: "Bash: ls",
      risk: "read",
      riskReasons: ["ls lists files"],
    });
    expect(event.request.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(session.status).toBe("awaitingApproval");
    expect(session.pendingApprovals).toEqual([event.request]);

    const outcomes = await Promise.all([
      session.answerApproval(event.request.id, decision),
      session.answerApproval(event.request.id, { kind: "deny", message: "too late" }),
    ]);
    const answer = { decision, by: { by: "person" } };
    expect(outcomes).toEqual([
      { outcome: "accepted", answer },
      { outcome: "alreadyResolved", answer },
    ]);
    await until(events, "turnCompleted");
    await session.close();
    expect(done.length > 0).toBe(performed);
    const all = await transcript(runtime, session);
    expect(all.filter((e) => e.kind === "approvalRequested")).toHaveLength(1);
    expect(all.filter((e) => e.kind === "approvalResolved")).toMatchObject([
      { decision, decidedBy: { by: "person" } },
    ]);
    expect(checkStream(all).faults).toEqual([]);
  });

  it("asks questions alike, and keeps a secret out of the transcript", async () => {
    const questions = [
      { id: "name", text: "Name?", options: [], multiSelect: false, freeText: true },
      { id: "key", text: "Key?", options: [], multiSelect: false, freeText: true, secret: true },
    ];
    const heard: unknown[] = [];
    const { runtime, create } = await scriptedRuntime(({ results }) => {
      if (results.length === 0) return [{ call: "AskUser", input: { questions } }];
      heard.push(results[0]?.content[0]);
      return [{ say: "Thanks." }];
    });
    const session = await create({ input: "ask me" });
    const events = iterate(session);
    const { event } = await until(events, "questionAsked");
    expect(session.status).toBe("awaitingAnswer");
    const answers = { name: ["Ada"], key: ["s3cret"] };
    expect(await session.answerQuestion(event.questionId, answers)).toMatchObject({ outcome: "accepted" });
    await until(events, "turnCompleted");
    expect(heard).toEqual([{ kind: "text", text: JSON.stringify(answers) }]);
    const asked = (await transcript(runtime, session)).filter((e) => e.kind === "questionAnswered");
    expect(asked).toMatchObject([{ answers: { name: ["Ada"] }, answeredBy: { by: "person" } }]);
    expect(asked[0]).not.toHaveProperty("answers.key");
  });

  it.each([
    { approvals: "deny" as const, by: "noAnswerer", kind: "deny" },
    {
      approvals: {
        decide: () => ({ decision: { kind: "allow" as const }, by: "policy" as const, rule: "all" }),
        otherwise: "deny" as const,
      },
      by: "policy",
      kind: "allow",
    },
    {
      approvals: {
        decide: () => {
          throw new Error("a broken policy");
        },
        otherwise: "deny" as const,
      },
      by: "noAnswerer",
      kind: "deny",
    },
  ])("never waits without a person: $kind by $by", async ({ approvals, by, kind }) => {
    const { runtime, create } = await scriptedRuntime(runsCommand);
    const session = await create({ input: "go", approvals });
    await until(iterate(session), "turnCompleted");
    await session.close();
    const all = await transcript(runtime, session);
    expect(all.filter((e) => e.kind === "approvalResolved")).toMatchObject([
      { decision: { kind }, decidedBy: { by } },
    ]);
    expect(checkStream(all).faults).toEqual([]);
  });

  it("is interrupted and goes on", async () => {
    const gates = createGates();
    let reply = 0;
    const { create } = await scriptedRuntime({
      scenario: () => (reply++ === 0 ? [{ say: "One, " }, { gate: "stuck" }] : [{ say: "Two." }]),
      gates,
    });
    const session = await create({ input: "count" });
    const events = iterate(session);
    await gates.reached("stuck");
    await session.interrupt();
    const { event } = await until(events, "turnCompleted");
    expect(event.outcome).toBe("interrupted");
    expect(session.status).toBe("awaitingInput");
    await session.send("again");
    expect((await until(events, "turnCompleted")).event).toMatchObject({
      outcome: "completed",
      finalText: "Two.",
    });
  });

  it("denies what still waits when the agent dies, says so, and can be resumed", async () => {
    const { runtime, backend, create } = await scriptedRuntime(runsCommand);
    const session = await create({ input: "go" });
    const { event } = await until(iterate(session), "approvalRequested");
    backend.crash();
    await session.runEnded;
    expect(session.status).toBe("failed");
    expect(session.pendingApprovals).toEqual([]);
    expect(await session.answerApproval(event.request.id, { kind: "allow" })).toMatchObject({
      outcome: "alreadyResolved",
      answer: { decision: { kind: "deny" }, by: { by: "abandoned" } },
    });
    await expect(session.send("hello?")).rejects.toMatchObject({ code: "notRunning" });
    await session.close();
    expect(checkStream(await transcript(runtime, session)).faults).toEqual([]);

    const resumed = await runtime.resumeSession(session.id, { input: "go on" });
    const events = iterate(resumed);
    const { all } = await until(events, "turnStarted", (turn) => turn.input?.text === "go on");
    expect(all.map((e) => e.seq)).toEqual(all.map((_, i) => i + 1));
    expect(await resumed.answerApproval(event.request.id, { kind: "allow" })).toMatchObject({
      outcome: "alreadyResolved",
    });
  });

  it("is a failed session, with the reason, where the agent does not start", async () => {
    const startError = new NucleicError("notInstalled", "no such program", { hint: "install it" });
    const { runtime, create } = await scriptedRuntime({ scenario: say(""), startError });
    await expect(create()).rejects.toMatchObject({
      code: "startFailed",
      hint: "install it",
      cause: startError,
    });
    const [record] = await runtime.listSessions();
    expect(record).toMatchObject({ status: "failed" });
    const events = await collect(runtime.readTranscript(record?.id as never));
    expect(events).toMatchObject([
      { kind: "statusChanged", to: "starting" },
      { kind: "error", code: "notInstalled", hint: "install it" },
      { kind: "runFinished", outcome: "failed" },
    ]);
  });

  it("prepares its workspace first, and fails whole where that fails", async () => {
    const { runtime, create, dataDir } = await scriptedRuntime(say("Hi."));
    const session = await create({
      workspace: async ({ record }) => {
        await record({ kind: "setupStarted", script: "make" });
        await record({ kind: "setupFinished", exitCode: 0 });
        return { cwd: dataDir, worktree: { path: dataDir, branch: "nucleic/x", baseSha: "abc" } };
      },
    });
    expect(session.cwd).toBe(dataDir);
    expect((await transcript(runtime, session)).map((e) => e.kind).slice(0, 4)).toEqual([
      "statusChanged",
      "setupStarted",
      "setupFinished",
      "statusChanged",
    ]);
    expect(await runtime.findSession(session.id)).toMatchObject({ worktree: { branch: "nucleic/x" } });

    const broken = create({ workspace: () => Promise.reject(new Error("no space")) });
    await expect(broken).rejects.toMatchObject({ code: "startFailed" });
    const [failed] = await runtime.listSessions({ statuses: ["failed"] });
    const events = await collect(runtime.readTranscript(failed?.id as never));
    expect(events).toMatchObject([
      { to: "preparing" },
      { kind: "error", code: "setupFailed", message: "no space" },
      { to: "failed" },
    ]);
  });

  it("is archived when it is over, and forked from where it stands", async () => {
    const { runtime, create } = await scriptedRuntime(say("Hi."));
    const session = await create({ input: "hello" });
    await until(iterate(session), "turnCompleted");
    await expect(session.archive()).rejects.toMatchObject({ code: "illegalTransition" });
    await session.close();

    const fork = await runtime.resumeSession(session.id, { fork: { title: "Another way" }, input: "again" });
    await until(iterate(fork), "turnCompleted");
    expect(await runtime.findSession(fork.id)).toMatchObject({
      forkedFrom: session.id,
      title: "Another way",
    });

    const opened = await runtime.openSession(session.id);
    await expect(runtime.openSession(session.id)).rejects.toMatchObject({ code: "sessionOpen" });
    await opened.archive();
    await opened.close();
    expect((await runtime.listSessions()).map((record) => record.id)).toEqual([fork.id]);
    await runtime.deleteSession(session.id);
    await expect(runtime.findSession(session.id)).rejects.toMatchObject({ code: "unknownSession" });
    await expect(access(`${runtime.dataDir}/sessions/${session.id}`)).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it("is trusted only while the repository's configuration is what a person has seen", async () => {
    let hash = "one";
    const trusted: boolean[] = [];
    const scripted = scriptedBackend({ scenario: say("Hi.") });
    const backend: AgentBackend = {
      ...scripted,
      inspectProject: async () => ({ hash, items: [] }),
      start(spec, ...rest) {
        trusted.push(spec.trusted);
        return scripted.start(spec, ...rest);
      },
      resume(spec, ...rest) {
        trusted.push(spec.trusted);
        return scripted.resume(spec, ...rest);
      },
    };
    const { runtime, create } = await scriptedRuntime(say(""), { backends: [backend] });
    const session = await create({ input: "hello" });
    await until(iterate(session), "turnCompleted");
    await session.close();
    const { projectId } = await runtime.findSession(session.id);
    await runtime.trust.trust(projectId, "scripted", "one");
    await (await runtime.resumeSession(session.id)).close();
    hash = "two";
    await (await runtime.resumeSession(session.id)).close();
    expect(trusted).toEqual([false, true, false]);
  });

  it("can be stopped while it starts, and not by the same signal later", async () => {
    const gates = createGates();
    const { runtime, create } = await scriptedRuntime({
      scenario: { name: "wait", replies: [[{ gate: "wait" }, { say: "Done." }]] },
      gates,
    });
    const early = AbortSignal.abort(new Error("changed my mind"));
    await expect(create({ signal: early })).rejects.toMatchObject({ code: "startFailed" });
    expect(await runtime.listSessions()).toMatchObject([{ status: "interrupted" }]);
    const late = new AbortController();
    const session = await create({ signal: late.signal, input: "hello" });
    await gates.reached("wait");
    late.abort();
    gates.open("wait");
    const { event } = await until(iterate(session), "turnCompleted");
    expect(event).toMatchObject({ outcome: "completed", finalText: "Done." });
  });
});
