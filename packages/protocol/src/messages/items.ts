import { z } from "zod";
import { ApprovalRequest } from "../approval.ts";
import { BackendCapabilities } from "../capabilities.ts";
import { Disposition, SessionStatus } from "../events/lifecycle.ts";
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
    model: z.string().optional(),
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
  })
  .meta({ title: "BackendItem" });
export type BackendItem = z.infer<typeof BackendItem>;

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
