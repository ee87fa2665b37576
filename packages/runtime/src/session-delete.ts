import type { SessionId } from "@nucleic/protocol";
import { RuntimeError } from "./errors.ts";
import { takeOwnership } from "./hold-session.ts";
import type { Store } from "./store.ts";

/**
 * Removes everything of a session that nobody holds. It is owned to the end: whoever would take it up in between would
 * make it anew. @throws RuntimeError `unknownSession`, `sessionOwned`
 */
export async function deleteSession(store: Store, id: SessionId): Promise<void> {
  if ((await store.sessions.row(id)) === undefined)
    throw new RuntimeError("unknownSession", `no session ${id}`);
  await takeOwnership(store, id);
  try {
    await store.deleteSession(id);
  } catch (error) {
    // Where this fails too, the next start finds it with an owner that is dead.
    await store.owners.release(id).catch(() => undefined);
    throw error;
  }
}
