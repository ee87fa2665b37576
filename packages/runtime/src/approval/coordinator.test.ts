import { assess } from "@nucleic/policy";
import {
  type ApprovalId,
  type ApprovalRequest,
  AskEnded,
  type Decision,
  type EventBodyOf,
  type SessionId,
} from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testClock } from "../../test/test-clock.ts";
import { ApprovalCoordinator } from "./coordinator.ts";
import type { ApprovalMode } from "./mode.ts";

const allow: Decision = { kind: "allow" };
const deny: Decision = { kind: "deny" };
const person = { by: "person" as const };
const never = new AbortController().signal;

function request(id: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: id as ApprovalId,
    sessionId: "s" as SessionId,
    tool: "Bash",
    nativeTool: "Bash",
    input: { command: "ls" },
    cwd: "/srv/tree",
    options: ["allow", "deny"],
    createdAt: 1,
    ...more,
  };
}

function coordinator(
  mode: ApprovalMode = "ask",
  disk: () => Promise<void> = async () => undefined,
  failure?: () => Error | undefined,
) {
  const clock = testClock();
  const written: (EventBodyOf<"approvalRequested"> | EventBodyOf<"approvalResolved">)[] = [];
  const approvals = new ApprovalCoordinator({
    clock,
    assess,
    mode,
    failure,
    async record(event) {
      written.push(event);
      await disk();
    },
  });
  const resolutions = () => written.filter((event) => event.kind === "approvalResolved");
  return { approvals, clock, written, resolutions };
}

describe("the approval coordinator", () => {
  it("tells an agent of no allowance once the transcript takes nothing more", async () => {
    const full = new Error("no room");
    const { approvals, resolutions } = coordinator("ask", undefined, () => full);
    approvals.requested({ request: request("a") });
    const both = [approvals.ask(request("a"), never), approvals.answer("a" as ApprovalId, allow, person)];
    expect(await Promise.allSettled(both)).toEqual([1, 2].map(() => ({ status: "rejected", reason: full })));
    expect(resolutions()).toHaveLength(1);
  });

  it("writes a request once, whichever way it comes first", async () => {
    for (const order of ["stream", "hook"]) {
      const { approvals, written } = coordinator();
      if (order === "stream") approvals.requested({ request: request("a") });
      const answer = approvals.ask(request("a"), never);
      if (order === "hook") approvals.requested({ request: request("a") });
      await approvals.answer("a" as ApprovalId, allow, person);
      expect(await answer).toEqual({ decision: allow, by: person });
      expect(written.map((event) => event.kind)).toEqual(["approvalRequested", "approvalResolved"]);
      expect(written[0]).toMatchObject({ request: { risk: "read", summary: "Bash: ls" } });
    }
  });

  it("writes a request that is out of time already before its end", async () => {
    const { approvals, clock, written } = coordinator();
    approvals.requested({ request: request("a", { expiresAt: clock.now() }) });
    expect(written).toMatchObject([
      { kind: "approvalRequested" },
      { kind: "approvalResolved", decision: { kind: "deny" }, decidedBy: { by: "expired" } },
    ]);
  });

  it("asks also for an agent whose stream says nothing", async () => {
    const { approvals, clock, written } = coordinator("deny");
    const answer = approvals.ask(request("a"), never);
    clock.advance(250);
    expect(await answer).toMatchObject({ decision: { kind: "deny" }, by: { by: "noAnswerer" } });
    expect(written).toHaveLength(2);
  });

  it("tells the agent nothing before the decision is on disk", async () => {
    const disk = Promise.withResolvers<void>();
    const { approvals } = coordinator("ask", () => disk.promise);
    approvals.requested({ request: request("a") });
    let heard = false;
    const answer = approvals.ask(request("a"), never).then(() => {
      heard = true;
    });
    const given = approvals.answer("a" as ApprovalId, allow, person);
    const late = approvals.answer("a" as ApprovalId, deny, person);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toBe(false);
    disk.resolve();
    await answer;
    expect(await given).toMatchObject({ outcome: "accepted" });
    expect(await late).toEqual({ outcome: "alreadyResolved", answer: { decision: allow, by: person } });
  });

  it("takes an answer only to what was shown, where the answerer says what that was", async () => {
    const { approvals, resolutions } = coordinator();
    approvals.requested({ request: request("a") });
    const id = "a" as ApprovalId;
    for (const decision of [allow, deny])
      await expect(
        approvals.answer(id, decision, person, { shownDigest: "another digest" }),
      ).rejects.toMatchObject({
        code: "digestMismatch",
        hint: expect.any(String),
      });
    expect(resolutions()).toEqual([]);
    expect(approvals.pending).toHaveLength(1);
    const shown = approvals.pending[0]?.digest;
    expect(await approvals.answer(id, allow, person, { shownDigest: shown ?? "" })).toMatchObject({
      outcome: "accepted",
    });
    expect(await approvals.answer(id, deny, person, { shownDigest: "another digest" })).toMatchObject({
      outcome: "alreadyResolved",
      answer: { decision: allow },
    });
  });

  it("denies where the decision cannot be written", async () => {
    const { approvals } = coordinator("ask", () => Promise.reject(new Error("disk")));
    approvals.requested({ request: request("a") });
    const answer = approvals.ask(request("a"), never);
    const given = approvals.answer("a" as ApprovalId, allow, person);
    await expect(given).rejects.toThrow("disk");
    // To an adapter a rejection is a denial.
    await expect(answer).rejects.toThrow("disk");
  });

  it("knows nothing of a request that was never made", async () => {
    expect(await coordinator().approvals.answer("x" as ApprovalId, allow, person)).toEqual({
      outcome: "unknown",
    });
  });

  it("denies what nobody answers in time, and says so", async () => {
    const { approvals, clock } = coordinator();
    approvals.requested({ request: request("a", { expiresAt: clock.now() + 3_000_000_000 }) });
    const answer = approvals.ask(request("a"), never);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(2_000_000_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(approvals.pending).toHaveLength(1);
    clock.advance(1_000_000_000);
    expect(await answer).toMatchObject({ decision: { kind: "deny" }, by: { by: "expired" } });
  });

  it.each([
    [new AskEnded("withdrawn"), "withdrawn"],
    [new AskEnded("abandoned"), "abandoned"],
    [new Error("whatever"), "abandoned"],
  ])("denies when the agent no longer waits: %s", async (reason, by) => {
    const { approvals } = coordinator();
    approvals.requested({ request: request("a") });
    const gone = new AbortController();
    const answer = approvals.ask(request("a"), gone.signal);
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort(reason);
    expect(await answer).toMatchObject({ decision: { kind: "deny" }, by: { by } });
  });

  it("denies everything when the run ends, and all that comes later", async () => {
    const { approvals, resolutions } = coordinator({
      decide: () => ({ decision: allow, by: "policy" }),
      otherwise: "ask",
    });
    approvals.end();
    approvals.requested({ request: request("late") });
    expect(resolutions()).toMatchObject([{ decision: { kind: "deny" }, decidedBy: { by: "abandoned" } }]);
  });

  it("denies where the hook asks for something else than was shown", async () => {
    const { approvals } = coordinator();
    approvals.requested({ request: request("a") });
    const answer = approvals.ask(request("a", { input: { command: "rm -rf /" } }), never);
    expect(await answer).toMatchObject({ decision: { kind: "deny" }, by: { by: "withdrawn" } });
  });

  it("takes no allow that the agent made up", () => {
    const { approvals, resolutions } = coordinator();
    approvals.requested({ request: request("a") });
    approvals.resolved({ approvalId: "a" as ApprovalId, decision: allow, decidedBy: person });
    expect(resolutions()).toMatchObject([{ decision: { kind: "deny" }, decidedBy: { by: "withdrawn" } }]);
  });

  it("notes what the agent decided by its own rules", () => {
    const { approvals, written } = coordinator();
    approvals.requested({ request: request("a"), auto: { by: "rule" } });
    approvals.resolved({ approvalId: "a" as ApprovalId, decision: allow, decidedBy: { by: "rule" } });
    expect(written).toMatchObject([{ auto: { by: "rule" } }, { decision: allow, decidedBy: { by: "rule" } }]);
    expect(approvals.pending).toEqual([]);
  });

  it("has one winner, whoever races, and only a person, rule or policy can allow", async () => {
    const by = fc.constantFrom("person", "rule", "policy", "expired", "abandoned", "withdrawn", "noAnswerer");
    const answer = fc.record({ id: fc.constantFrom("a", "b"), allow: fc.boolean(), by });
    const action = fc.oneof(
      { weight: 5, arbitrary: answer },
      fc.constantFrom("end" as const, "abort" as const, "echo" as const),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 12 }),
        fc.scheduler(),
        async (actions, s) => {
          const { approvals, resolutions } = coordinator("ask", () => s.schedule(Promise.resolve()));
          const agent = new AbortController();
          const heard = ["a", "b"].map((id) => {
            approvals.requested({ request: request(id) });
            return approvals.ask(request(id), agent.signal);
          });
          const given = actions.map(async (action) => {
            await s.schedule(Promise.resolve());
            if (action === "end") approvals.end();
            else if (action === "abort") agent.abort(new AskEnded("withdrawn"));
            else if (action === "echo")
              approvals.resolved({
                approvalId: "a" as ApprovalId,
                decision: deny,
                decidedBy: { by: "abandoned" },
              });
            else
              return approvals.answer(action.id as ApprovalId, action.allow ? allow : deny, {
                by: action.by as "person",
              });
            return undefined;
          });
          await s.waitAll();
          approvals.end();
          await s.waitAll();
          const outcomes = await Promise.all(given);
          const answers = await Promise.all(heard);
          for (const [i, id] of ["a", "b"].entries()) {
            const written = resolutions().filter((event) => event.approvalId === id);
            expect(written).toHaveLength(1);
            expect(answers[i]).toEqual({ decision: written[0]?.decision, by: written[0]?.decidedBy });
            if (answers[i]?.decision.kind === "allow")
              expect(["person", "rule", "policy"]).toContain(answers[i]?.by.by);
            const accepted = outcomes.filter(
              (outcome, at) =>
                outcome?.outcome === "accepted" && typeof actions[at] === "object" && actions[at].id === id,
            );
            expect(accepted.length).toBeLessThanOrEqual(1);
          }
          expect(outcomes.every((outcome) => outcome?.outcome !== "unknown")).toBe(true);
        },
      ),
    );
  });
});
