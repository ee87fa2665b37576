import { z } from "zod";
import { Decision } from "../approval.ts";
import { AgentInput } from "../content.ts";
import { ApprovalId, ProjectId, QuestionId, SessionId } from "../ids.ts";
import { Answers, QuestionReply } from "../question.ts";
import type { Scope } from "./scope.ts";

/** What a kind of intent is: who may do it, whether it is about a session, what it says and what it gives. */
export interface IntentKindSpec {
  readonly scope: Scope;
  readonly onSession: boolean;
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

const spec = <A extends z.ZodType, R extends z.ZodType>(
  scope: Scope,
  onSession: boolean,
  args: A,
  result: R,
) => ({ scope, onSession, args, result });

const nothing = z.object({});
const session = z.object({ sessionId: SessionId });
const text = z.string().min(1).max(4_096);

/** Who answers what the agent asks: a person, nobody, or the policy of the user's own data and a person for the rest. */
export const ApprovalChoice = z.enum(["ask", "deny", "policy"]).meta({ title: "ApprovalChoice" });
export type ApprovalChoice = z.infer<typeof ApprovalChoice>;

const run = {
  model: text.optional(),
  mode: text.optional(),
  approvals: ApprovalChoice.optional(),
  /** Added to the small set of variables that an agent inherits. */
  env: z.record(z.string(), z.string()).optional(),
  input: AgentInput.optional(),
};

const answered = z.object({
  /** `alreadyResolved`: somebody or something was faster; the decision is theirs. */
  outcome: z.enum(["accepted", "alreadyResolved"]),
  decision: Decision,
  by: z.object({ by: z.string(), deviceId: z.string().optional(), rule: z.string().optional() }),
});

/**
 * Everything that a client can ask a host to do. Each is recorded once under its id, and done at most once, however often
 * it arrives.
 */
export const intentKinds = {
  /** A new session in a worktree of its own. */
  start: spec(
    "control",
    false,
    z.object({
      projectId: ProjectId,
      backend: text,
      title: text.optional(),
      ...run,
      input: AgentInput,
    }),
    session,
  ),
  /** Takes a session up again. */
  resume: spec("control", true, z.object(run), nothing),
  /** A new session that begins where this one stands. */
  fork: spec("control", true, z.object({ title: text.optional(), ...run }), session),
  /** Begins a turn, or queues it. */
  prompt: spec("control", true, z.object({ input: AgentInput }), nothing),
  /** Adds to the turn that runs. */
  steer: spec("control", true, z.object({ input: AgentInput }), nothing),
  /** Ends the turn that runs. */
  interrupt: spec("control", true, nothing, nothing),
  /** Ends the agent's program. */
  stop: spec("control", true, nothing, nothing),
  setModel: spec("control", true, z.object({ model: text }), nothing),
  setMode: spec("control", true, z.object({ mode: text }), nothing),
  /** `digest` is what was shown. */
  approve: spec(
    "approve",
    true,
    z.object({
      approvalId: ApprovalId,
      digest: z.string(),
      decision: z.union([Decision.options[0], Decision.options[1]]),
    }),
    answered,
  ),
  deny: spec(
    "approve",
    true,
    z.object({ approvalId: ApprovalId, message: z.string().optional(), cancelRun: z.boolean().optional() }),
    answered,
  ),
  /** Without answers, the question is declined. */
  answer: spec(
    "approve",
    true,
    z.object({ questionId: QuestionId, answers: Answers.optional() }),
    z.object({ outcome: z.enum(["accepted", "alreadyResolved"]), reply: QuestionReply }),
  ),
  /** A person says that the work is done. */
  markDone: spec("control", true, nothing, nothing),
  archive: spec("control", true, nothing, nothing),
  /** Brings the session's work into a branch of the project. */
  integrate: spec(
    "control",
    true,
    z.object({ target: text.optional(), message: z.string().optional() }),
    z.object({
      outcome: z.enum(["merged", "parked", "conflicted", "nothingToDo"]),
      target: z.string(),
      sha: z.string().optional(),
      paths: z.array(z.string()).optional(),
    }),
  ),
  /** Removes a session with its worktree; what was not integrated is kept under a ref. */
  discard: spec("control", true, z.object({ ignored: z.enum(["keep", "discard"]).optional() }), nothing),
  revokeRule: spec("approve", false, z.object({ ruleId: text }), nothing),
  addProject: spec("admin", false, z.object({ path: text }), z.object({ projectId: ProjectId })),
  configureProject: spec(
    "admin",
    false,
    z.object({
      projectId: ProjectId,
      name: text.optional(),
      defaultBranch: text.optional(),
      defaultBackend: text.nullable().optional(),
      worktreeBase: text.nullable().optional(),
      setupScript: text.nullable().optional(),
      setupPolicy: z.enum(["block", "warn"]).optional(),
    }),
    nothing,
  ),
  removeProject: spec("admin", false, z.object({ projectId: ProjectId }), nothing),
  /** Trusts what the project's own agent configuration does, as it was shown: `hash` names that. */
  trust: spec("admin", false, z.object({ projectId: ProjectId, backend: text, hash: text }), nothing),
  untrust: spec("admin", false, z.object({ projectId: ProjectId, backend: text }), nothing),
} as const satisfies Readonly<Record<string, IntentKindSpec>>;

export type IntentKind = keyof typeof intentKinds;
export type IntentArgs<K extends IntentKind> = z.infer<(typeof intentKinds)[K]["args"]>;
export type IntentResult<K extends IntentKind> = z.infer<(typeof intentKinds)[K]["result"]>;

/** Whether this version knows such an intent. */
export function isIntentKind(kind: string): kind is IntentKind {
  return Object.hasOwn(intentKinds, kind);
}
