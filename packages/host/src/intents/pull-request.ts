import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import type { SessionRecord } from "@nucleic/runtime";
import { openPullRequest as open } from "@nucleic/worktree";
import type { HostContext } from "../context.ts";
import { requireRest } from "../sessions/require-rest.ts";
import { sharedWorktree } from "../sessions/shared-worktree.ts";
import { projectById } from "./start.ts";

/** Pushes a session's work, and has a pull request stand for it. Held meanwhile, so that no agent writes into it. */
export async function openPullRequest(
  host: HostContext,
  record: SessionRecord,
  args: IntentArgs<"openPullRequest">,
): Promise<IntentResult<"openPullRequest">> {
  const { runtime, worktrees, live, ending } = host;
  worktrees.require(record);
  const project = await projectById(host, record.projectId);
  const { owner } = await sharedWorktree(runtime, record);
  const base = args.base ?? (await worktrees.target(project, record));
  return live.use(record.id, async (session) => {
    requireRest(session);
    const placed = await worktrees.at(project, record, owner);
    const about = { title: record.title, body: args.body ?? "", base, signal: ending };
    const { url, created, commit } = await open({ ...placed, ...about });
    return { url, created, commit };
  });
}
