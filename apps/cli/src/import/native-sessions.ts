import type { HistoryEntry, NativeHistory } from "@nucleic/protocol";
import type { KnownImport } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { App } from "../compose.ts";

/** A session that an agent keeps by itself, and what is here of it. */
export interface NativeSession {
  readonly backend: string;
  readonly entry: HistoryEntry;
  readonly known: KnownImport | undefined;
}

/** Which native sessions are meant; everything given has to hold. */
export interface NativeFilter {
  readonly agent?: string | undefined;
  readonly cwd?: string | undefined;
  readonly backendSessionId?: string | undefined;
  /** Epoch milliseconds: those that went on since. */
  readonly since?: number | undefined;
  readonly signal?: AbortSignal;
}

/** Newest first. @throws CliError `usage` for an agent whose sessions cannot be read */
export async function nativeSessions(app: App, filter: NativeFilter): Promise<readonly NativeSession[]> {
  const { agent, cwd, backendSessionId, since = 0, signal } = filter;
  const options = {
    ...(cwd !== undefined && { cwd }),
    ...(backendSessionId !== undefined && { backendSessionId }),
    ...(signal && { signal }),
  };
  const found: NativeSession[] = [];
  for (const [backend, history] of historiesOf(app, agent))
    for await (const entry of history.list(options))
      if (entry.updatedAt >= since)
        found.push({ backend, entry, known: await app.runtime.findImport(entry) });
  return found.sort((a, b) => b.entry.updatedAt - a.entry.updatedAt);
}

function historiesOf(
  { runtime }: App,
  agent: string | undefined,
): readonly (readonly [string, NativeHistory])[] {
  const all = [...runtime.backends].flatMap(([id, { history }]) => (history ? [[id, history] as const] : []));
  if (agent === undefined) return all;
  const wanted = all.filter(([id]) => id === agent);
  if (wanted.length > 0) return wanted;
  throw new CliError(
    "usage",
    `what ${agent} keeps of its sessions cannot be read`,
    `one of: ${all.map(([id]) => id).join(", ")}`,
  );
}
