import { z } from "zod";
import { ApprovalRequest, DecidedBy, Decision } from "../approval.ts";
import { BackendCapabilities } from "../capabilities.ts";
import { Disposition, SessionStatus } from "../events/lifecycle.ts";
import { SandboxChoice } from "../events/sandbox.ts";
import { ProjectId, SessionId } from "../ids.ts";
import { QuestionRequest } from "../question.ts";
import { ToolName } from "../tool.ts";

const epochMs = z.number().int().nonnegative();
const count = z.number().int().nonnegative();

/** Where a client stands in a session: the log, and the last record it has. A log that was rewritten has another id. */
export const Cursor = z.object({ logId: z.string(), seq: count }).meta({ title: "Cursor" });
export type Cursor = z.infer<typeof Cursor>;

/** A session as a list shows it. */
export const SessionItem = z
  .object({
    id: SessionId,
    projectId: ProjectId,
    title: z.string(),
    backend: z.string(),
    /** The id the agent itself gave it; absent where none has worked in it yet. */
    backendSessionId: z.string().optional(),
    model: z.string().optional(),
    /** The engine of the sandbox that its agent ran in last; absent before, and from hosts that know none. */
    sandbox: z.string().optional(),
    status: SessionStatus,
    disposition: Disposition.optional(),
    /** Where the agent works, absolute; absent until it is there. */
    cwd: z.string().optional(),
    branch: z.string().optional(),
    baseSha: z.string().optional(),
    /** The last record; 0 where there is none. */
    head: count,
    pendingApprovals: count,
    pendingQuestions: count,
    diffstat: z
      .object({ files: count, added: count, removed: count, ahead: count, behind: count })
      .optional(),
    forkedFrom: SessionId.optional(),
    /** A process of its own works for it on this host now. */
    isRunning: z.boolean(),
    createdAt: epochMs,
    updatedAt: epochMs,
  })
  .meta({ title: "SessionItem" });
export type SessionItem = z.infer<typeof SessionItem>;

/** A session as it stands, for a client that has nothing of it yet. */
export const SessionSnapshot = z
  .object({
    item: SessionItem,
    approvals: z.array(ApprovalRequest),
    questions: z.array(QuestionRequest),
  })
  .meta({ title: "SessionSnapshot" });
export type SessionSnapshot = z.infer<typeof SessionSnapshot>;

/** A registered repository. */
export const ProjectItem = z
  .object({
    id: ProjectId,
    name: z.string(),
    rootPath: z.string(),
    defaultBranch: z.string(),
    defaultBackend: z.string().optional(),
    worktreeBase: z.string().optional(),
    setupScript: z.string().optional(),
    setupPolicy: z.enum(["block", "warn"]),
    /** How many worktrees stand ready for sessions to come; none where a host of before says nothing. */
    prewarm: z.number().int().nonnegative().optional(),
    sandbox: SandboxChoice.optional(),
    allowedHosts: z.array(z.string()).optional(),
    /** Whether what agents do with git is judged first; a host of before does not. */
    gitGuard: z.boolean().optional(),
    createdAt: epochMs,
  })
  .meta({ title: "ProjectItem" });
export type ProjectItem = z.infer<typeof ProjectItem>;

/** A kind of agent that the host can start, and what a look at the machine found of it. */
export const BackendItem = z
  .object({
    id: z.string(),
    displayName: z.string(),
    capabilities: BackendCapabilities,
    installHint: z.string(),
    modes: z.array(z.string()).optional(),
    installed: z.boolean(),
    path: z.string().optional(),
    version: z.string().optional(),
    versionStatus: z.string().optional(),
    loggedIn: z.boolean().optional(),
    hint: z.string().optional(),
    /** The oldest version that works. */
    oldestVersion: z.string().optional(),
    /** The look itself failed: nothing is known of the program. */
    failure: z.string().optional(),
  })
  .meta({ title: "BackendItem" });
export type BackendItem = z.infer<typeof BackendItem>;

/** A model that an agent offers; `id` is what `setModel` and a start take. */
export const ModelItem = z
  .object({
    id: z.string(),
    displayName: z.string().optional(),
    description: z.string().optional(),
    /** The one that is taken where none is named. */
    isDefault: z.boolean(),
  })
  .meta({ title: "ModelItem" });
export type ModelItem = z.infer<typeof ModelItem>;

/** Something that a person has allowed for good. */
export const RuleItem = z
  .object({
    id: z.string(),
    scope: z.enum(["session", "project"]),
    sessionId: SessionId.optional(),
    projectId: ProjectId.optional(),
    tool: ToolName,
    nativeTool: z.string(),
    /** All that it covers, in one line. */
    covers: z.string(),
    /** What it compares with, exactly. */
    match: z.looseObject({ kind: z.string() }),
    createdAt: epochMs,
  })
  .meta({ title: "RuleItem" });
export type RuleItem = z.infer<typeof RuleItem>;

/** A record that holds what was searched for; `marks` are from and to, in UTF-16 units of `text`. */
export const SearchHitItem = z
  .object({
    sessionId: SessionId,
    projectId: ProjectId,
    seq: count,
    at: epochMs,
    kind: z.string(),
    text: z.string(),
    marks: z.array(z.tuple([count, count])),
  })
  .meta({ title: "SearchHitItem" });
export type SearchHitItem = z.infer<typeof SearchHitItem>;

/** Tokens and reported costs of one day, session, turn, project or model. */
export const UsageItem = z
  .object({
    key: z.string(),
    inputTokens: count,
    cachedInputTokens: count,
    outputTokens: count,
    reasoningTokens: count,
    /** US dollars, as reported. Absent, never 0, where no backend reported any. */
    costUSD: z.number().nonnegative().optional(),
    isCostPartial: z.boolean(),
  })
  .meta({ title: "UsageItem" });
export type UsageItem = z.infer<typeof UsageItem>;

/** A file that does not go together with the branch, or with another session's: git's kinds of conflict, and its words. */
export const ConflictItem = z
  .object({ path: z.string(), kinds: z.array(z.string()), messages: z.array(z.string()) })
  .meta({ title: "ConflictItem" });
export type ConflictItem = z.infer<typeof ConflictItem>;

const merged = { id: SessionId, target: z.string(), paths: z.array(z.string()) };

/** What would come of integrating a session as it stands now. `unknown`: it cannot be said, and `code` says why. */
export const ForecastItem = z
  .discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("clean"), ...merged }),
    z.object({ outcome: z.literal("conflicted"), ...merged, conflicts: z.array(ConflictItem) }),
    z.object({ outcome: z.literal("unknown"), id: SessionId, code: z.string(), message: z.string() }),
  ])
  .meta({ title: "ForecastItem" });
export type ForecastItem = z.infer<typeof ForecastItem>;

/** What a removal has saved: a commit at a ref of the repository. */
export const SalvageItem = z
  .object({
    ref: z.string(),
    commit: z.string(),
    sessionId: z.string(),
    createdAt: epochMs,
    /** What is stored for it alone. */
    bytes: count,
    /** The policy that was asked about would drop it. */
    expired: z.boolean(),
  })
  .meta({ title: "SalvageItem" });
export type SalvageItem = z.infer<typeof SalvageItem>;

/** A session as an agent keeps it by itself, and the one that stands for it here, where there is one. */
export const NativeSessionItem = z
  .object({
    backend: z.string(),
    backendSessionId: z.string(),
    /** Of its main file. */
    path: z.string(),
    cwd: z.string().optional(),
    title: z.string().optional(),
    createdAt: epochMs,
    updatedAt: epochMs,
    sizeBytes: count,
    sessionId: SessionId.optional(),
    /** The agent went on with it since. */
    hasGrown: z.boolean().optional(),
  })
  .meta({ title: "NativeSessionItem" });
export type NativeSessionItem = z.infer<typeof NativeSessionItem>;

/** What an agent has asked, and what became of it. */
export const PastRequestItem = z
  .object({
    request: ApprovalRequest,
    /** The folder that its session worked in. */
    folder: z.string(),
    backend: z.string(),
    /** Absent where nobody ever decided. */
    decision: Decision.optional(),
    decidedBy: DecidedBy.shape.by.optional(),
  })
  .meta({ title: "PastRequestItem" });
export type PastRequestItem = z.infer<typeof PastRequestItem>;

/** `needed`: only where a session cannot go on, or has failed. */
export const NotifyLevel = z.enum(["all", "needed", "off"]).meta({ title: "NotifyLevel" });
export type NotifyLevel = z.infer<typeof NotifyLevel>;

/** Hours of the day in which nobody is disturbed, `HH:MM`. Without a zone: that of the host's machine. */
export const QuietHours = z
  .object({ from: z.string(), to: z.string(), timeZone: z.string().optional() })
  .meta({ title: "QuietHours" });
export type QuietHours = z.infer<typeof QuietHours>;

/** What a person is told of. A session's own level goes before its project's, and that before the general one. */
export const NotificationsItem = z
  .object({
    level: NotifyLevel,
    projects: z.record(z.string(), NotifyLevel),
    sessions: z.record(z.string(), NotifyLevel),
    quietHours: QuietHours.optional(),
  })
  .meta({ title: "NotificationsItem" });
export type NotificationsItem = z.infer<typeof NotificationsItem>;
