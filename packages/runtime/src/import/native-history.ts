import type { HistoryEntry, NativeHistory } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import type { OpenRuntime } from "../local-runtime.ts";

/** What a backend's program keeps by itself. @throws RuntimeError `unknownBackend`, `unsupported` */
export function historyOf(runtime: OpenRuntime, backend: string): NativeHistory {
  const { history } = runtime.backend(backend);
  if (history) return history;
  throw new RuntimeError("unsupported", `what ${backend} keeps of its sessions cannot be read`);
}

/** The native session of that id. @throws RuntimeError `noNativeSession` */
export async function nativeSession(history: NativeHistory, id: string): Promise<HistoryEntry> {
  for await (const entry of history.list({ backendSessionId: id })) return entry;
  throw new RuntimeError("noNativeSession", `the agent has no session ${id} any more`);
}
