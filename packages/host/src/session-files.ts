import type { QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import { findFiles } from "@nucleic/worktree";
import type { HostContext } from "./context.ts";
import { projectById } from "./intents/start.ts";

const defaultLimit = 20;

/** Files of a session's worktree, by letters of their path. @throws HostRefusal `noWorktree` */
export async function sessionFiles(
  host: HostContext,
  { sessionId, query, limit = defaultLimit }: QueryArgs<"files">,
): Promise<QueryResult<"files">> {
  const { runtime, worktrees, ending: signal } = host;
  const record = await runtime.findSession(sessionId);
  const { path } = worktrees.require(record);
  const repository = await worktrees.repository(await projectById(host, record.projectId));
  const { paths, isCut } = await findFiles({ repository, path, query, limit, signal });
  return { paths: [...paths], isCut };
}
