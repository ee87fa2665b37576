import { ApprovalRequest, type Decision } from "../../../approval.ts";
import type { AgentHooks } from "../../../backend.ts";
import type { Reply } from "../../scenario.ts";
import { allowing, deciding, person } from "../hooks.ts";
import type { Stage } from "../stage.ts";
import type { Applies, ContractCase } from "../suite.ts";
import type { WatchedRun } from "../watched-run.ts";

const asks: Applies = ({ description }) => description.capabilities.interactiveApprovals;
const write = (content: string, path = "hello.txt") => ({ call: "Write", input: { path, content } }) as const;
const writes: readonly Reply[] = [[write("hello\n")], [{ say: "Done." }]];

/** Plays the turn and expects that nothing was written, and that the model was told so. */
async function refused(stage: Stage, hooks: AgentHooks): Promise<WatchedRun> {
  const run = await stage.start(hooks);
  stage.expect(await run.turn("Write it.")).toMatchObject({ outcome: "completed" });
  stage.expect(run.all("approvalRequested").length).toBe(1);
  stage.expect(run.all("approvalResolved")[0]?.decision.kind).toBe("deny");
  stage.expect(run.all("toolResult")[0]?.isError).toBe(true);
  stage.expect(await stage.setting.readFile("hello.txt")).toBe(undefined);
  return run;
}

const denials: readonly { readonly name: string; readonly hooks: AgentHooks; readonly by: string }[] = [
  { name: "there is no hook", hooks: {}, by: "noAnswerer" },
  {
    name: "the hook rejects",
    hooks: { requestApproval: () => Promise.reject(new Error("hook failed")) },
    by: "noAnswerer",
  },
  {
    name: "the hook throws at once",
    hooks: {
      requestApproval: () => {
        throw new Error("hook failed");
      },
    },
    by: "noAnswerer",
  },
  {
    name: "the hook answers nonsense",
    hooks: { requestApproval: async () => JSON.parse('{ "decision": "allow" }') },
    by: "noAnswerer",
  },
  {
    name: "nobody made the allow",
    hooks: deciding({ kind: "allow" }, { by: "expired" }),
    by: "expired",
  },
];

/** Asking before acting, and doing what was decided and nothing else. */
export const approvalCases: readonly ContractCase[] = [
  {
    name: "asks before a tool and runs it once allowed",
    applies: asks,
    replies: writes,
    async play(stage) {
      const requests: ApprovalRequest[] = [];
      const run = await stage.start({
        async requestApproval(request) {
          requests.push(request);
          return { decision: { kind: "allow" }, by: person };
        },
      });
      stage.expect(await run.turn("Write it.")).toMatchObject({ outcome: "completed" });
      stage.expect(await stage.setting.readFile("hello.txt")).toBe("hello\n");
      stage.expect(requests.length).toBe(1);
      stage.expect(ApprovalRequest.safeParse(requests[0]).error).toBe(undefined);
      stage.expect(requests[0]).toMatchObject({ tool: "Write", input: { content: "hello\n" } });
      stage.expect(run.all("toolResult")[0]?.isError).toBe(false);
      stage.expect(run.all("approvalRequested")[0]?.request.id).toBe(requests[0]?.id);
      stage.expect(run.all("approvalResolved")[0]).toMatchObject({
        approvalId: requests[0]?.id,
        decision: { kind: "allow" },
        decidedBy: person,
      });
      const order = ["toolCallStarted", "approvalRequested", "approvalResolved", "toolResult"];
      stage
        .expect(run.events.map((event) => event.kind).filter((kind) => order.includes(kind)))
        .toEqual(order);
    },
  },
  {
    name: "tells the model why it was denied",
    applies: (suite) => asks(suite) && suite.denialReason !== "nowhere",
    replies: writes,
    async play(stage) {
      const run = await refused(stage, deciding({ kind: "deny", message: "Not in this house." }));
      if (stage.suite.denialReason !== "message")
        stage.expect(JSON.stringify(run.all("toolResult")[0]?.content)).toContain("Not in this house.");
      stage.expect(stage.setting.requests().at(-1)).toContain("Not in this house.");
      stage.expect(run.all("approvalResolved")[0]?.decidedBy).toEqual(person);
    },
  },
  {
    name: "denies for a reason that it can't pass on",
    applies: (suite) => asks(suite) && suite.denialReason === "nowhere",
    replies: writes,
    async play(stage) {
      const run = await refused(stage, deciding({ kind: "deny", message: "Not in this house." }));
      stage.expect(run.all("approvalResolved")[0]).toMatchObject({
        decision: { kind: "deny", message: "Not in this house." },
        decidedBy: person,
      });
    },
  },
  ...denials.map(
    ({ name, hooks, by }): ContractCase => ({
      name: `denies where ${name}`,
      applies: asks,
      replies: writes,
      async play(stage) {
        const run = await refused(stage, hooks);
        stage.expect(run.all("approvalResolved")[0]?.decidedBy.by).toBe(by);
      },
    }),
  ),
  {
    name: "runs the input that was allowed instead of its own",
    applies: (suite) => asks(suite) && suite.description.capabilities.canModifyToolInput,
    replies: writes,
    async play(stage) {
      const run = await stage.start({
        async requestApproval({ input }) {
          const decision: Decision = { kind: "allow", updatedInput: { ...input, content: "changed" } };
          return { decision, by: person };
        },
      });
      await run.turn("Write it.");
      stage.expect(await stage.setting.readFile("hello.txt")).toBe("changed");
    },
  },
  {
    name: "denies where another input is allowed than it can run",
    applies: (suite) => asks(suite) && !suite.description.capabilities.canModifyToolInput,
    replies: writes,
    async play(stage) {
      await refused(
        stage,
        deciding({ kind: "allow", updatedInput: { path: "hello.txt", content: "changed" } }),
      );
    },
  },
  {
    name: "asks again after an allowAlways: the rule is not the backend's",
    applies: asks,
    replies: [[write("one\n", "one.txt")], [write("two\n", "two.txt")], [{ say: "Done." }]],
    async play(stage) {
      const run = await stage.start(deciding({ kind: "allowAlways", scope: "session" }));
      await run.turn("Write both.");
      stage.expect(run.all("approvalRequested").length).toBe(2);
      stage.expect(await stage.setting.readFile("two.txt")).toBe("two\n");
    },
  },
  {
    name: "asks for each of several calls",
    applies: asks,
    replies: [[write("one\n", "one.txt"), write("two\n", "two.txt")], [{ say: "Done." }]],
    async play(stage) {
      const run = await stage.start({
        requestApproval: async ({ input }) => ({
          decision: input.content === "one\n" ? { kind: "allow" } : { kind: "deny" },
          by: person,
        }),
      });
      stage.expect(await run.turn("Write both.")).toMatchObject({ outcome: "completed" });
      stage.expect(run.all("approvalRequested").length).toBe(2);
      stage.expect(await stage.setting.readFile("one.txt")).toBe("one\n");
      stage.expect(await stage.setting.readFile("two.txt")).toBe(undefined);
    },
  },
  {
    name: "cancelRun denies, ends the turn, and leaves the session usable",
    applies: asks,
    replies: [[write("hello\n")], [{ say: "Still here." }]],
    async play(stage) {
      const run = await stage.start(deciding({ kind: "cancelRun", message: "Stop." }));
      stage.expect(await run.turn("Write it.")).toMatchObject({ outcome: "interrupted" });
      stage.expect(run.all("approvalResolved")[0]?.decision.kind).toBe("cancelRun");
      stage.expect(await stage.setting.readFile("hello.txt")).toBe(undefined);
      stage.expect(await run.turn("Are you there?")).toMatchObject({ outcome: "completed" });
    },
  },
  {
    name: "does not ask for what it was not told to do",
    replies: [[{ say: "Nothing to do." }]],
    async play(stage) {
      const run = await stage.start(allowing);
      await run.turn("Do nothing.");
      stage.expect(run.all("approvalRequested").length).toBe(0);
    },
  },
];
