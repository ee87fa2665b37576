import type { SessionItem } from "@nucleic/protocol/messages";
import type { Session, SessionRecord } from "@nucleic/runtime";

/** A session as a list shows it: its row, and what is newer where this host holds it. */
export function sessionItem(record: SessionRecord, session: Session | undefined): SessionItem {
  const { worktree, diffstat, cwd, model, sandbox, forkedFrom, backendSessionId } = record;
  const disposition = session ? session.state.disposition : record.disposition;
  return {
    id: record.id,
    projectId: record.projectId,
    title: record.title,
    backend: record.backend,
    status: session?.status ?? record.status,
    head: Math.max(session?.lastSeq ?? 0, record.lastSeq),
    pendingApprovals: session?.pendingApprovals.length ?? 0,
    pendingQuestions: session?.pendingQuestions.length ?? 0,
    isRunning: session?.isRunning ?? false,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    ...(backendSessionId !== undefined && { backendSessionId }),
    ...(model !== undefined && { model }),
    ...(sandbox !== undefined && { sandbox }),
    ...(disposition !== undefined && { disposition }),
    ...(cwd !== undefined && { cwd }),
    ...(worktree && { branch: worktree.branch, baseSha: worktree.baseSha }),
    ...(diffstat && { diffstat }),
    ...(forkedFrom !== undefined && { forkedFrom }),
  };
}
