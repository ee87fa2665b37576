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

/**
 * Who answers what the agent asks: the policy of the user's own data where `policy`, and then `otherwise` a person, or
 * nobody: it is denied at once.
 */
export const ApprovalChoice = z
  .object({ policy: z.boolean(), otherwise: z.enum(["ask", "deny"]) })
  .meta({ title: "ApprovalChoice" });
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
  /** A new session in a worktree of its own. Done when it exists: whether its agent came up is in its transcript. */
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
  /** Takes a session up again. Done when that has begun, likewise. */
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
      outcome: z.enum(["integrated", "nothingToDo", "conflicted", "rejected", "parked"]),
      target: z.string(),
      commit: z.string().optional(),
      /** Where the target is checked out. */
      checkout: z.string().optional(),
      nestedRepositories: z.array(z.string()).optional(),
      conflicts: z
        .array(z.object({ path: z.string(), kinds: z.array(z.string()), messages: z.array(z.string()) }))
        .optional(),
      /** Why it was rejected. */
      message: z.string().optional(),
      /** Why it was parked, at which ref, and the files in the way. */
      reason: z.string().optional(),
      ref: z.string().optional(),
      paths: z.array(z.string()).optional(),
    }),
  ),
  /** Removes a session with its worktree; what was not integrated is kept under a ref. */
  discard: spec(
    "control",
    true,
    /** `purge`: the transcript goes too. */
    z.object({ purge: z.boolean().optional() }),
    z.object({
      worktree: z.enum(["removed", "shared", "none"]),
      branch: z.string().optional(),
      /** What keeps the work that is nowhere else. */
      ref: z.string().optional(),
      sharedWith: SessionId.optional(),
    }),
  ),
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
      /** How many worktrees stand ready for sessions to come. */
      prewarm: z.number().int().min(0).max(8).optional(),
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
