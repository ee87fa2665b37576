import { realpath } from "node:fs/promises";
import type { NativeSessionItem, QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import type { HostContext } from "../context.ts";
import { historiesOf } from "./histories.ts";

const maxItems = 5_000;

/** What agents keep of sessions by themselves, newest first, and which of them are here. */
export async function nativeSessions(
  { runtime, worktrees, ending: signal }: HostContext,
  { backend, at, backendSessionId, since = 0 }: QueryArgs<"nativeSessions">,
): Promise<QueryResult<"nativeSessions">> {
  const cwd = at === undefined ? undefined : await realpath((await worktrees.repositoryAt(at)).rootPath);
  const wanted = {
    signal,
    ...(cwd !== undefined && { cwd }),
    ...(backendSessionId !== undefined && { backendSessionId }),
  };
  const found: { readonly id: string; readonly entry: Parameters<typeof runtime.findImport>[0] }[] = [];
  for (const [id, history] of historiesOf(runtime, backend))
    for await (const entry of history.list(wanted)) if (entry.updatedAt >= since) found.push({ id, entry });
  found.sort((a, b) => b.entry.updatedAt - a.entry.updatedAt);
  const items: NativeSessionItem[] = [];
  for (const { id, entry } of found.slice(0, maxItems)) {
    const known = await runtime.findImport(entry);
    const here = known && { sessionId: known.session.id, hasGrown: known.hasGrown };
    items.push({ backend: id, ...entry, ...here });
  }
  return { items, isCut: found.length > items.length };
}
