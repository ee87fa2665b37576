import { z } from "zod";
import { ProjectId, SessionId } from "../ids.ts";
import { BackendItem, ProjectItem, RuleItem, SearchHitItem, UsageItem } from "./items.ts";
import type { Scope } from "./scope.ts";

/** What a kind of query is: who may ask it, what it says and what it gives. A query changes nothing. */
export interface QueryKindSpec {
  readonly scope: Scope;
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

const spec = <A extends z.ZodType, R extends z.ZodType>(scope: Scope, args: A, result: R) => ({
  scope,
  args,
  result,
});

const nothing = z.object({});
const count = z.number().int().nonnegative();

/** Everything that a client can ask a host about, besides its sessions' events. */
export const queryKinds = {
  projects: spec("view", nothing, z.array(ProjectItem)),
  /** The project that a folder of the host belongs to. */
  projectAt: spec("admin", z.object({ path: z.string() }), z.object({ project: ProjectItem.optional() })),
  backends: spec("view", nothing, z.array(BackendItem)),
  rules: spec(
    "view",
    z.object({ projectId: ProjectId.optional(), sessionId: SessionId.optional() }),
    z.array(RuleItem),
  ),
  search: spec(
    "view",
    z.object({
      query: z.string().max(1_024),
      limit: z.number().int().positive().max(200).optional(),
      projectId: ProjectId.optional(),
    }),
    z.object({ hits: z.array(SearchHitItem), isComplete: z.boolean() }),
  ),
  usage: spec(
    "view",
    z.object({
      by: z.enum(["turn", "session", "day", "project", "model"]).optional(),
      from: count.optional(),
      to: count.optional(),
      projectId: ProjectId.optional(),
      sessionId: SessionId.optional(),
    }),
    z.array(UsageItem),
  ),
  /** What a session changed and its branch does not have yet: git's own patch, cut where it is longer than `maxBytes`. */
  diff: spec(
    "view",
    z.object({
      sessionId: SessionId,
      maxBytes: z
        .number()
        .int()
        .positive()
        .max(768 * 1024)
        .optional(),
    }),
    z.object({
      patch: z.string(),
      isCut: z.boolean(),
      files: z.array(z.object({ path: z.string(), added: count, removed: count })),
    }),
  ),
  /**
   * What the project's own agent configuration would make that agent run or widen: as it is committed, or as it stands
   * in a session's worktree.
   */
  trust: spec(
    "view",
    z.object({ projectId: ProjectId, backend: z.string(), sessionId: SessionId.optional() }),
    z.object({
      hash: z.string(),
      isTrusted: z.boolean(),
      items: z.array(z.object({ file: z.string(), kind: z.string(), text: z.string() })),
    }),
  ),
  health: spec(
    "view",
    nothing,
    z.object({
      hostVersion: z.string(),
      startedAt: count,
      sessions: count,
      clients: count,
      storage: z.enum(["ok", "degraded"]),
      problems: z.array(z.object({ at: count, code: z.string(), message: z.string() })),
    }),
  ),
} as const satisfies Readonly<Record<string, QueryKindSpec>>;

export type QueryKind = keyof typeof queryKinds;
export type QueryArgs<K extends QueryKind> = z.infer<(typeof queryKinds)[K]["args"]>;
export type QueryResult<K extends QueryKind> = z.infer<(typeof queryKinds)[K]["result"]>;

/** Whether this version knows such a query. */
export function isQueryKind(kind: string): kind is QueryKind {
  return Object.hasOwn(queryKinds, kind);
}
