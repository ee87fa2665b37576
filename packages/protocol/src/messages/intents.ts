import { z } from "zod";
import { ApprovalSignature, Decision } from "../approval.ts";
import { AgentInput } from "../content.ts";
import { SandboxChoice } from "../events/sandbox.ts";
import { ApprovalId, DeviceId, ProjectId, QuestionId, SessionId } from "../ids.ts";
import { Answers, QuestionReply } from "../question.ts";
import { DeviceLimits, DeviceScope, PushArgs } from "./devices.ts";
import { type IntentKindSpec, spec } from "./intent-spec.ts";
import { ConflictItem, NotifyLevel, QuietHours } from "./items.ts";
import { run, text } from "./run-args.ts";

const nothing = z.object({});
const session = z.object({ sessionId: SessionId });

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
      /** From its first turn on, as `ship` says. */
      ship: z.boolean().optional(),
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
  /** Ends the agent's program; where `settled`, once what its last turn has brought is counted and shipped. */
  stop: spec("control", true, z.object({ settled: z.boolean().optional() }), nothing),
  setModel: spec("control", true, z.object({ model: text }), nothing),
  setMode: spec("control", true, z.object({ mode: text }), nothing),
  /** `digest` is what was shown. A paired device has to sign. */
  approve: spec(
    "approve",
    true,
    z.object({
      approvalId: ApprovalId,
      digest: z.string(),
      decision: z.union([Decision.options[0], Decision.options[1]]),
      signature: ApprovalSignature.optional(),
    }),
    answered,
  ),
  deny: spec(
    "approve",
    true,
    z.object({
      approvalId: ApprovalId,
      message: z.string().optional(),
      cancelRun: z.boolean().optional(),
      /** What was shown. A device that signs has to say it. */
      digest: z.string().optional(),
      signature: ApprovalSignature.optional(),
    }),
    answered,
  ),
  /** Without answers, the question is declined. */
  answer: spec(
    "approve",
    true,
    z.object({ questionId: QuestionId, answers: Answers.optional() }),
    z.object({ outcome: z.enum(["accepted", "alreadyResolved"]), reply: QuestionReply }),
  ),
  /** A person says that the work is done. Where it ships, that is over by then. */
  markDone: spec("control", true, nothing, nothing),
  /** Whether the session's work goes into its branch by itself, from the next time on that it is done. */
  ship: spec("control", true, z.object({ on: z.boolean() }), nothing),
  archive: spec("control", true, nothing, nothing),
  /**
   * Brings the session's work into a branch of the project, when its turn has come. `verify` is shell text that has to pass
   * on the merged tree; it is run as the host's user, and taken from clients of this machine alone.
   */
  integrate: spec(
    "control",
    true,
    z.object({
      target: text.optional(),
      message: z.string().optional(),
      strategy: z.enum(["squash", "merge", "rebase"]).optional(),
      verify: text.optional(),
    }),
    z.object({
      outcome: z.enum(["integrated", "nothingToDo", "conflicted", "rejected", "parked"]),
      target: z.string(),
      commit: z.string().optional(),
      /** Where the target is checked out. */
      checkout: z.string().optional(),
      nestedRepositories: z.array(z.string()).optional(),
      conflicts: z.array(ConflictItem).optional(),
      /** Why it was rejected. */
      message: z.string().optional(),
      /** Why it was parked, at which ref, and the files in the way. */
      reason: z.string().optional(),
      ref: z.string().optional(),
      paths: z.array(z.string()).optional(),
    }),
  ),
  /** Takes what waits or is being merged out again, unless it has passed the point of no return. */
  cancelIntegration: spec("control", true, nothing, nothing),
  /** Nothing is merged: the work goes to the remote, and a pull request stands for it, a new one or the one there is. */
  openPullRequest: spec(
    "control",
    true,
    z.object({ base: text.optional(), body: z.string().optional() }),
    z.object({ url: z.string(), created: z.boolean(), commit: z.string() }),
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
  /** Takes a session that was put away out again, its worktree as it was when it was removed. */
  undo: spec(
    "control",
    true,
    nothing,
    z.object({
      /** Where the worktree is back; absent where the session has none. */
      cwd: z.string().optional(),
      branch: z.string().optional(),
      /** Repositories that were inside: their commits are kept, and they are not checked out again. */
      nested: z.array(z.string()),
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
      /** Where the agents of new sessions run, unless something else is said. */
      sandbox: SandboxChoice.nullable().optional(),
      allowedHosts: z.array(text).max(256).nullable().optional(),
      /** Whether what agents do with git is judged first. */
      gitGuard: z.boolean().optional(),
    }),
    nothing,
  ),
  removeProject: spec("admin", false, z.object({ projectId: ProjectId }), nothing),
  /** Trusts what the project's own agent configuration does, as it was shown: `hash` names that. */
  trust: spec("admin", false, z.object({ projectId: ProjectId, backend: text, hash: text }), nothing),
  /** Without a backend: all of them. */
  untrust: spec("admin", false, z.object({ projectId: ProjectId, backend: text.optional() }), nothing),
  /** Drops for good what removals have saved. What was written anew meanwhile stays; gives the refs that are gone. */
  dropSalvage: spec(
    "admin",
    false,
    z.object({
      projectId: ProjectId,
      salvages: z.array(z.object({ ref: text, commit: text })).max(10_000),
    }),
    z.object({ dropped: z.array(z.string()) }),
  ),
  /** Changes what a person is told of; what is not named stays. `level` is that of one project where one is named. */
  setNotifications: spec(
    "admin",
    false,
    z.object({
      level: NotifyLevel.optional(),
      projectId: ProjectId.optional(),
      quietHours: QuietHours.nullable().optional(),
    }),
    nothing,
  ),
  /** Takes in a session that an agent keeps by itself. Without a project: that of the folder it worked in. */
  importSession: spec(
    "admin",
    false,
    z.object({
      backend: text,
      backendSessionId: text,
      projectId: ProjectId.optional(),
      /** As another session, where it is here already. */
      again: z.boolean().optional(),
    }),
    z.object({
      outcome: z.enum(["imported", "known", "grown", "noProject"]),
      sessionId: SessionId.optional(),
      /** Of the transcript here. */
      records: z.number().int().nonnegative().optional(),
      report: z
        .object({
          lines: z.number().int().nonnegative(),
          damagedLines: z.number().int().nonnegative(),
          passedOver: z.record(z.string(), z.number()),
        })
        .optional(),
    }),
  ),
  /** Opens a pairing link; the query `pairing` tells it, and what becomes of it. */
  beginPairing: spec("admin", false, nothing, z.object({ pairingId: z.string() })),
  /** Takes the device that asks: `digits` are those that the person has read on it. Any other digits refuse it. */
  confirmPairing: spec(
    "admin",
    false,
    z.object({
      pairingId: text,
      digits: z.string().regex(/^\d{6}$/),
      scopes: z.array(DeviceScope).max(3),
      limits: DeviceLimits.optional(),
    }),
    z.object({ outcome: z.enum(["paired", "refused", "lost"]), deviceId: DeviceId.optional() }),
  ),
  /** Closes the link, or refuses the device that asks. */
  cancelPairing: spec("admin", false, z.object({ pairingId: text }), nothing),
  /** Takes everything from a device, for good, and ends its connections. */
  revokeDevice: spec("admin", false, z.object({ deviceId: DeviceId }), nothing),
  /** Changes how a device is called, what it may do, how far; what is not named stays. Holds from the next intent on. */
  changeDevice: spec(
    "admin",
    false,
    z.object({
      deviceId: DeviceId,
      name: z.string().min(1).max(64).optional(),
      scopes: z.array(DeviceScope).max(3).optional(),
      limits: DeviceLimits.optional(),
    }),
    nothing,
  ),
  /** Gives the host a new key. Devices hear of it when they are online before `until`; others have to pair again. */
  rotateHostKey: spec("admin", false, nothing, z.object({ until: z.number().int() })),
  /** Wakes this device by a push service when a session needs a person: a browser's subscription, its keys in base64url. */
  setPush: spec("approve", false, PushArgs, nothing),
  clearPush: spec("approve", false, nothing, nothing),
} as const satisfies Readonly<Record<string, IntentKindSpec>>;

export type IntentKind = keyof typeof intentKinds;
export type IntentArgs<K extends IntentKind> = z.infer<(typeof intentKinds)[K]["args"]>;
export type IntentResult<K extends IntentKind> = z.infer<(typeof intentKinds)[K]["result"]>;

/** Whether this version knows such an intent. */
export function isIntentKind(kind: string): kind is IntentKind {
  return Object.hasOwn(intentKinds, kind);
}
