import type { ProjectRecord, Runtime } from "@nucleic/runtime";
import type { Finding } from "@nucleic/worktree";
import type { HostHealth } from "./health.ts";
import type { HostLog } from "./log/host-log.ts";
import { removeHomesBut } from "./sandbox/agent-home.ts";
import { ownersOf } from "./sessions/owners-of.ts";
import type { Worktrees } from "./worktrees.ts";

/** What a host compares at its start, and where it tells of it. */
export interface Reconciling {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly health: HostHealth;
  readonly log: HostLog;
  readonly dataDir: string;
  readonly signal: AbortSignal;
}

/**
 * Compares what is recorded of every project with what git and the disk say. What a kill left half-made of our own is ended;
 * everything else is told and left for a person. Never rejects.
 */
export async function reconcileAll(host: Reconciling): Promise<void> {
  try {
    for (const project of await host.runtime.projects.list()) {
      if (host.signal.aborted) return;
      await reconcile(host, project);
    }
    const all = async () =>
      (await host.runtime.listSessions({ includeArchived: true })).map(({ cwd }) => cwd ?? "");
    await removeHomesBut(host.dataDir, all);
  } catch (cause) {
    if (!host.signal.aborted) tell(host, "worktreesUnknown", "worktrees could not be looked at", { cause });
  }
}

async function reconcile(host: Reconciling, project: ProjectRecord): Promise<void> {
  const { runtime, worktrees, log, signal } = host;
  const sessions = await runtime.listSessions({ projectId: project.id, includeArchived: true });
  const result = await worktrees.reconcile(project, ownersOf(sessions), signal);
  const { scanned, error, findings, undone, swept, resumed } = result;
  if (undone.length + swept.length + resumed.length > 0)
    log.note("info", "reconciled", { project: project.id, undone, swept, resumed });
  if (!scanned) {
    const why = error?.message ?? "unknown";
    tell(host, "worktreesUnknown", `the worktrees of ${project.rootPath} could not be listed: ${why}`, {
      code: error?.code,
    });
  }
  const putAway = new Set<string>(sessions.flatMap(({ id, status }) => (status === "archived" ? [id] : [])));
  // One that was put away usually has no worktree any more.
  for (const finding of findings)
    if (!(finding.kind === "gone" && putAway.has(finding.id)))
      tell(host, "worktree", messageOf(finding, project), { finding });
}

function tell(
  { health, log }: Reconciling,
  code: "worktree" | "worktreesUnknown",
  message: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  health.note({ code, message });
  log.note("warn", code, { message, ...fields });
}

function messageOf(finding: Finding, { rootPath }: ProjectRecord): string {
  const what = words[finding.kind];
  const where = "path" in finding ? finding.path : "file" in finding ? finding.file : rootPath;
  const whose = "id" in finding ? ` (session ${finding.id})` : "";
  return `${what}: ${where}${whose}`;
}

const words: Readonly<Record<Finding["kind"], string>> = {
  coreBare: "the repository says it is bare, and has files",
  coreWorktree: "the repository's files are said to be somewhere else",
  directoryMissing: "a worktree's folder is gone, and git still lists it",
  gone: "a worktree is gone",
  unlinked: "a worktree's folder is there, and git does not list it",
  repositoryMoved: "a worktree belongs to where its repository was before",
  foreignRepository: "a worktree belongs to another repository",
  notLocked: "a worktree is not locked, so that git may drop it",
  foreignLock: "a worktree is locked by somebody else",
  unsettled: "a worktree is in the middle of something",
  unreadable: "a worktree cannot be read",
  pending: "an integration was cut off",
  unrecorded: "a worktree of ours has no session here",
  damagedSpare: "a spare worktree was changed, and is given to no session",
  staleLock: "a lock of git's is old",
};
