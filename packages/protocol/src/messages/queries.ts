import { z } from "zod";
import { ProjectId, SessionId } from "../ids.ts";
import { DeviceItem, PairingState } from "./devices.ts";
import {
  BackendItem,
  ConflictItem,
  ForecastItem,
  ModelItem,
  NativeSessionItem,
  NotificationsItem,
  PastRequestItem,
  ProjectItem,
  RuleItem,
  SalvageItem,
  SearchHitItem,
  UsageItem,
} from "./items.ts";
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
  /** `probe: false` looks at no program: nothing is said of what is installed. */
  backends: spec("view", z.object({ probe: z.boolean().optional() }), z.array(BackendItem)),
  /** The models that an agent offers, as its own program tells them; `models` is absent where it tells none. */
  models: spec(
    "view",
    z.object({ backend: z.string() }),
    z.object({ models: z.array(ModelItem).optional() }),
  ),
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
      /** How long transcripts that are not in the index yet are waited for. Default: 2 s. */
      maxWaitMs: count.max(30_000).optional(),
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
      /** Whose days: those of the host's time zone, the default, or UTC's. */
      days: z.enum(["local", "utc"]).optional(),
    }),
    z.array(UsageItem),
  ),
  /**
   * What a session changed and its branch does not have yet: git's own patch, `maxBytes` of it from `fromByte` on. `hash`
   * names the whole: pieces of one hash belong together.
   */
  diff: spec(
    "view",
    z.object({
      sessionId: SessionId,
      fromByte: count.optional(),
      maxBytes: z
        .number()
        .int()
        .positive()
        .max(768 * 1024)
        .optional(),
    }),
    z.object({
      patch: z.string(),
      /** There is more behind it. */
      isCut: z.boolean(),
      sizeBytes: count,
      hash: z.string(),
      files: z.array(z.object({ path: z.string(), added: count, removed: count })),
    }),
  ),
  /**
   * Files of a session's worktree by letters of their path, the best first: those git tracks, and new ones that are not
   * ignored. `isCut`: there are more than were looked at, 16 MiB of names.
   */
  files: spec(
    "view",
    z.object({
      sessionId: SessionId,
      query: z.string().max(1_024),
      /** Default: 20. */
      limit: z.number().int().positive().max(200).optional(),
    }),
    z.object({ paths: z.array(z.string()), isCut: z.boolean() }),
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
  /**
   * What would not go together if every session of a project were integrated as it stands, into `target` or each into its
   * own. At most 100 worktrees and 1,000 pairs of them are looked at: `skipped` is what was not.
   */
  conflicts: spec(
    "view",
    z.object({ projectId: ProjectId, target: z.string().max(4_096).optional() }),
    z.object({
      sessions: z.array(ForecastItem),
      pairs: z.array(
        z.object({ sessions: z.tuple([SessionId, SessionId]), conflicts: z.array(ConflictItem) }),
      ),
      skipped: z.object({ sessions: z.array(SessionId), pairs: count }),
    }),
  ),
  /** What removals have saved, newest first, and what such a policy would drop; a limit that is not given is none. */
  salvage: spec(
    "view",
    z.object({
      projectId: ProjectId,
      maxAgeMs: count.optional(),
      maxBytes: count.optional(),
      /** However old and large, so many of each session stay. Default: 1. */
      keepPerSession: count.optional(),
    }),
    z.object({ salvages: z.array(SalvageItem), totalBytes: count, expiredBytes: count }),
  ),
  notifications: spec("view", nothing, NotificationsItem),
  /**
   * What agents keep of sessions by themselves, newest first, at most 5,000: of one agent, of the repository that the folder
   * `at` is in, the one of that id, or what went on `since`, epoch milliseconds; everything given has to hold.
   */
  nativeSessions: spec(
    "admin",
    z.object({
      backend: z.string().optional(),
      at: z.string().optional(),
      backendSessionId: z.string().optional(),
      since: count.optional(),
    }),
    z.object({ items: z.array(NativeSessionItem), isCut: z.boolean() }),
  ),
  /** What was asked in a session, in order, behind the first `skip`; where more follows, `next` is the `skip` for it. */
  pastRequests: spec(
    "view",
    z.object({ sessionId: SessionId, skip: count.optional() }),
    z.object({ requests: z.array(PastRequestItem), next: count.optional() }),
  ),
  /** The paired devices, oldest first. */
  devices: spec("admin", z.object({ includeRevoked: z.boolean().optional() }), z.array(DeviceItem)),
  /** What a browser subscribes with to be woken by this host (`applicationServerKey`); without a key it wakes nobody. */
  push: spec("view", nothing, z.object({ key: z.string().optional() })),
  /** Where a pairing stands; with `after`, the answer comes once it is another state than that, or after 20 s. */
  pairing: spec(
    "admin",
    z.object({ pairingId: z.string(), after: z.enum(["open", "asking"]).optional() }),
    PairingState,
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
      /** What an earlier host left when it died: sessions that are interrupted now, and runs that were ended. */
      recovered: z.object({ sessions: count, runs: count }),
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
