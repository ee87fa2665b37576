import { createGates } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import { iterate, newSession, scriptedRuntime, transcript, until } from "./support.ts";

const call = (command: string) => ({ call: "Bash" as const, input: { command } });

describe("allowed always", () => {
  it("is not asked again, and both are in the transcript, with the rule in words", async () => {
    const { runtime, create } = await scriptedRuntime({
      name: "twice",
      replies: [[call("ls")], [call("ls")]],
    });
    const session = await create({ input: "go" });
    const events = iterate(session);
    const { event } = await until(events, "approvalRequested");
    await session.answerApproval(event.request.id, { kind: "allowAlways", scope: "session" });
    const [rule] = await runtime.rules.list({ sessionId: session.id });
    expect(rule).toMatchObject({
      scope: "session",
      covers: expect.stringContaining('exactly "ls", in the working folder'),
    });
    await until(events, "turnCompleted");
    await session.close();
    const all = await transcript(runtime, session);
    const name = `${rule?.id} ${rule?.covers}`;
    expect(all.flatMap((e) => (e.kind === "approvalRequested" ? [e.auto] : []))).toEqual([
      undefined,
      { by: "rule", rule: name },
    ]);
    expect(all.flatMap((e) => (e.kind === "approvalResolved" ? [e.decidedBy] : []))).toEqual([
      { by: "person" },
      { by: "rule", rule: name },
    ]);
  });

  it("holds for a project's other sessions, and no longer once it is removed elsewhere", async () => {
    const gates = createGates();
    const { runtime, backend, create, dataDir } = await scriptedRuntime({
      scenario: ({ step }) => [[call("ls")], [{ gate: "on" as const }, call("ls")]][step] ?? [],
      gates,
    });
    const first = await create({ input: "go" });
    const { event } = await until(iterate(first), "approvalRequested");
    await first.answerApproval(event.request.id, { kind: "allowAlways", scope: "project" });
    await until(iterate(first, { fromSeq: 1 }), "toolResult");

    const second = await newSession(runtime, dataDir, { input: "go" });
    const events = iterate(second);
    expect((await until(events, "approvalRequested")).event.auto?.by).toBe("rule");
    await until(events, "toolResult");
    await using elsewhere = await openRuntime({ dataDir, backends: [backend] });
    const [rule] = await elsewhere.rules.list();
    await elsewhere.rules.remove(rule?.id ?? "");
    gates.open("on");
    expect((await until(events, "approvalRequested")).event.auto).toBeUndefined();
    expect(second.pendingApprovals).toHaveLength(1);
    await expect(elsewhere.rules.remove("none")).rejects.toMatchObject({ code: "unknownRule" });
  });

  it("with a pattern that is refused decides nothing", async () => {
    const { runtime, create } = await scriptedRuntime({ name: "one", replies: [[call("git status")]] });
    const session = await create({ input: "go" });
    const { event } = await until(iterate(session), "approvalRequested");
    const answer = session.answerApproval(event.request.id, {
      kind: "allowAlways",
      scope: "session",
      pattern: "git *",
    });
    await expect(answer).rejects.toMatchObject({ code: "ruleRefused", hint: expect.any(String) });
    expect(session.pendingApprovals).toHaveLength(1);
    expect(await runtime.rules.list()).toEqual([]);
  });

  it("does not outrank a policy that refuses, nor a run that denies all", async () => {
    const { runtime, create } = await scriptedRuntime({
      scenario: ({ step }) => (step === 0 ? [call("ls")] : []),
    });
    const first = await create({ input: "go" });
    const { event } = await until(iterate(first), "approvalRequested");
    await first.answerApproval(event.request.id, { kind: "allowAlways", scope: "project" });
    expect(await runtime.rules.list()).toHaveLength(1);
    const refuses = {
      decide: () => ({ decision: { kind: "deny" as const }, by: "policy" as const }),
      otherwise: "ask" as const,
    };
    for (const approvals of [refuses, "deny" as const]) {
      const session = await create({ input: "go", approvals });
      const { event: resolved } = await until(iterate(session), "approvalResolved");
      expect(resolved.decision.kind).toBe("deny");
    }
  });
});
