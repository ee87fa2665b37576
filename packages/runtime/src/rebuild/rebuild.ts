import type { ProcessIdentity } from "@nucleic/process";
import type { Clock, Ids, ProjectId, SessionId } from "@nucleic/protocol";
import type { Insertable, Selectable } from "kysely";
import { approvalRow } from "../database/approvals.ts";
import type { RuntimeDatabase } from "../database/open.ts";
import { ownerIn, sameOwner } from "../database/owners.ts";
import { projectStore } from "../database/projects.ts";
import type { Schema } from "../database/schema.ts";
import { factColumns } from "../session/facts.ts";
import type { Store } from "../store.ts";
import { replaceIn } from "../usage/usage-table.ts";
import type { HeavyWorker } from "../worker/heavy-worker.ts";
import type { ApprovalFact, TranscriptFacts } from "./read-facts.ts";
import { readCard, type SessionCard } from "./session-card.ts";

/** How a rebuild is told about, and stopped. */
export interface RebuildOptions {
  readonly signal?: AbortSignal;
  /** Called after each session. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** What a rebuild did. */
export interface RebuildReport {
  /** Sessions whose rows say again what their transcripts say. */
  readonly rebuilt: number;
  /** Of those, sessions that had no row. */
  readonly found: readonly SessionId[];
  /** Held by a living process, which keeps their rows right itself. */
  readonly held: readonly SessionId[];
  /** Rows that have no transcript. They stay. */
  readonly withoutTranscript: readonly SessionId[];
}

export interface RebuildContext {
  readonly store: Store;
  readonly worker: HeavyWorker;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Makes the session list, statuses, approvals, usage and the search index anew from the transcripts, and leaves everything
 * alone of which the database itself is the authority. Doing it twice changes nothing.
 */
export async function rebuild(context: RebuildContext, options: RebuildOptions = {}): Promise<RebuildReport> {
  const { store, worker } = context;
  const { signal, onProgress } = options;
  const withoutTranscript = new Set(
    (await store.sessions.list({ includeArchived: true })).map(({ id }) => id),
  );
  const found: SessionId[] = [];
  const held: SessionId[] = [];
  let rebuilt = 0;
  const directories = await store.sessionDirectories();
  for (const [done, id] of directories.entries()) {
    signal?.throwIfAborted();
    const outcome = await rebuildOne(context, id, signal);
    if (outcome === "held") held.push(id);
    else if (outcome !== "missing") {
      if (outcome === "found") found.push(id);
      rebuilt++;
      withoutTranscript.delete(id);
    }
    onProgress?.(done + 1, directories.length);
  }
  for (const id of held) withoutTranscript.delete(id);
  await worker.call("clearIndex", {}, signal);
  await worker.call("index", { sessions: await store.searchSources(), isAll: true }, signal);
  return { rebuilt, found, held, withoutTranscript: [...withoutTranscript] };
}

/** What a transcript that says nothing of them leaves empty. */
const noColumns = {
  backend_session_id: null,
  sandbox: null,
  allowed_hosts: null,
  diff_files: null,
  diff_added: null,
  diff_removed: null,
  ahead: null,
  behind: null,
};

type Outcome = "rebuilt" | "found" | "held" | "missing";

/** Reads a transcript and writes what it says, again where somebody has used the session in between. */
async function rebuildOne(
  context: RebuildContext,
  id: SessionId,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { store, worker } = context;
  for (;;) {
    if (await store.owners.living(id)) return "held";
    const before = { row: await store.sessions.row(id), owner: await store.owners.owner(id) };
    const facts = await worker.call("readFacts", { transcriptPath: store.transcriptPath(id) }, signal);
    if (facts === undefined) return "missing";
    if (await rebuildSession(context, id, facts, before)) return before.row ? "rebuilt" : "found";
  }
}

/** What there was of a session when its transcript began to be read. */
interface Before {
  readonly row: Selectable<Schema["session"]> | undefined;
  readonly owner: ProcessIdentity | undefined;
}

/** Whether it was written: not where the session is another than before. */
async function rebuildSession(
  context: RebuildContext,
  id: SessionId,
  transcript: TranscriptFacts,
  before: Before,
): Promise<boolean> {
  const { store } = context;
  const card = await readCard(store.sessionDirectory(id));
  const row = before.row ? undefined : await lostRow(context, id, card, transcript);
  const columns = { ...noColumns, ...(card && { model: card.model }), ...factColumns(transcript.facts) };
  return store.database.transaction().execute(async (database) => {
    if (!(await isAsBefore(database, id, before))) return false;
    if (row) await database.insertInto("session").values(row).execute();
    await database.updateTable("session").set(columns).where("id", "=", id).execute();
    await replaceApprovals(database, id, transcript.approvals);
    await replaceIn(database, id, transcript.usage);
    return true;
  });
}

async function isAsBefore(
  database: Pick<RuntimeDatabase, "selectFrom">,
  id: SessionId,
  { row, owner }: Before,
): Promise<boolean> {
  if (!sameOwner(await ownerIn(database, id), owner)) return false;
  const now = await database
    .selectFrom("session")
    .select(["last_seq", "updated_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return now?.last_seq === row?.last_seq && now?.updated_at === row?.updated_at;
}

async function replaceApprovals(
  database: Pick<RuntimeDatabase, "deleteFrom" | "insertInto">,
  id: SessionId,
  approvals: readonly ApprovalFact[],
): Promise<void> {
  await database.deleteFrom("approval").where("session_id", "=", id).execute();
  for (const { request, resolved } of approvals)
    await database
      .insertInto("approval")
      .values({
        ...approvalRow(id, request),
        resolved_at: resolved?.at ?? null,
        decision: resolved ? JSON.stringify(resolved.answer.decision) : null,
        decided_by: resolved?.answer.by.by ?? null,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
}

const maxTitleChars = 80;

/** The row of a session that has none: as its card says, else as far as its transcript goes. */
async function lostRow(
  context: RebuildContext,
  id: SessionId,
  card: SessionCard | undefined,
  { opening }: TranscriptFacts,
): Promise<Insertable<Schema["session"]>> {
  const { store, clock } = context;
  const at = card?.createdAt ?? opening.at ?? clock.now();
  const title = (opening.firstMessage ?? "").trim().split("\n", 1)[0]?.slice(0, maxTitleChars).toWellFormed();
  return {
    id,
    project_id: await projectOf(context, id, card, opening.cwd),
    backend: card?.backend ?? opening.backend ?? "unknown",
    title: card?.title ?? (title || id),
    status: "created",
    cwd: card?.cwd ?? opening.cwd ?? null,
    worktree_path: card?.worktree?.path ?? null,
    branch: card?.worktree?.branch ?? null,
    base_sha: card?.worktree?.baseSha ?? null,
    model: card?.model ?? null,
    forked_from: card?.forkedFrom ?? null,
    transcript_path: store.transcriptPath(id),
    created_at: at,
    updated_at: at,
  };
}

/** The session's project: the one it had, the one of that root now, or one that is registered again. */
async function projectOf(
  { store, clock, ids }: RebuildContext,
  id: SessionId,
  card: SessionCard | undefined,
  cwd: string | undefined,
): Promise<ProjectId> {
  const projects = projectStore(store.database, clock, ids);
  if (card) {
    if (await projects.get(card.project.id)) return card.project.id;
    const again = { ...ids, project: () => card.project.id };
    return (await projectStore(store.database, clock, again).ensure(card.project)).id;
  }
  const rootPath = cwd ?? store.sessionDirectory(id);
  return (await projects.ensure({ rootPath, name: "recovered", defaultBranch: "main" })).id;
}
