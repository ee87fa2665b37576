import type { SessionId } from "@nucleic/protocol";
import { RuntimeError } from "./errors.ts";
import { takeOwnership } from "./hold-session.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import { type RepairReport, repairTranscript } from "./transcript/repair.ts";

/** See {@link Runtime.repairSession}. */
export async function repairSession(runtime: OpenRuntime, id: SessionId): Promise<RepairReport> {
  const { store, clock } = runtime.context;
  if ((await store.sessions.row(id)) === undefined)
    throw new RuntimeError("unknownSession", `no session ${id}`);
  await takeOwnership(store, id);
  let report: RepairReport;
  try {
    report = await repairTranscript(store.files, store.transcriptPath(id), clock, id);
  } finally {
    await store.owners.release(id);
  }
  // The row says what the transcript says.
  const { session } = await runtime.hold(id);
  await session.close();
  return report;
}
