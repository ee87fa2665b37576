import type { SessionId, SessionStatus } from "@nucleic/protocol";
import type { OpenRuntime } from "./local-runtime.ts";
import { settle } from "./prepare-session.ts";
import type { Workspace } from "./runtime.ts";
import type { SessionController } from "./session/controller.ts";
import type { Session } from "./session/session.ts";
import { transitions } from "./session/transitions.ts";
import { unlessFailed } from "./session-create.ts";
import { readLast } from "./transcript/read-last.ts";

/** Hardly anything is written of a session after it was put away. */
const lookBackRecords = 64;

/** See {@link Runtime.unarchiveSession}. */
export async function unarchiveSession(
  runtime: OpenRuntime,
  id: SessionId,
  workspace?: Workspace,
): Promise<Session> {
  return runtime.takeUp(id, ({ session }) =>
    unlessFailed(session, async () => {
      if (workspace) await settle(runtime, session, workspace);
      if (session.status === "archived")
        await session.changeStatus(await statusBefore(runtime, session), "taken out again by a person");
    }),
  );
}

/** As it was before it was put away; one that had not begun has no such status to go back to, and is `interrupted`. */
async function statusBefore(runtime: OpenRuntime, session: SessionController): Promise<SessionStatus> {
  const { store } = runtime.context;
  const last = await readLast(store.files, store.transcriptPath(session.id), lookBackRecords);
  const putAway = last.findLast(({ event }) => event.kind === "statusChanged" && event.to === "archived");
  const before =
    putAway?.event.kind === "statusChanged" ? (putAway.event.from as SessionStatus) : "interrupted";
  return transitions.archived.includes(before) ? before : "interrupted";
}
