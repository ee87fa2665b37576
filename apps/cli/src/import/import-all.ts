import type { ProjectId } from "@nucleic/protocol";
import type { IntentResult, NativeSessionItem, SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { Progress } from "./progress.ts";

/** What became of a native session. */
export type Imported =
  | {
      readonly outcome: "imported" | "known" | "grown";
      readonly native: NativeSessionItem;
      /** The one that stands for it here. */
      readonly session: SessionItem;
      readonly report: IntentResult<"importSession">["report"];
    }
  | { readonly outcome: "noProject"; readonly native: NativeSessionItem }
  | { readonly outcome: "failed"; readonly native: NativeSessionItem; readonly error: unknown };

export interface ImportAllOptions {
  /** Where they all go. Default: each to the repository that its folder is in. */
  readonly projectId?: ProjectId | undefined;
  readonly again: boolean;
}

/** Imports one after the other. One that fails does not stop the others. */
export async function* importAll(
  context: Context,
  client: HostClient,
  natives: readonly NativeSessionItem[],
  options: ImportAllOptions,
): AsyncGenerator<Imported, void, undefined> {
  await using progress = new Progress(context, natives.length);
  for (const native of natives) {
    if (context.signals.ending.aborted) return;
    progress.next(native.title ?? native.backendSessionId, native.sizeBytes);
    const done = await importOne(client, native, options).catch((error: unknown) => ({
      ...{ outcome: "failed" as const, native, error },
    }));
    await progress.clear();
    yield done;
  }
}

async function importOne(
  client: HostClient,
  native: NativeSessionItem,
  { projectId, again }: ImportAllOptions,
): Promise<Imported> {
  const { backend, backendSessionId } = native;
  const into = projectId === undefined ? {} : { projectId };
  const args = { backend, backendSessionId, again, ...into };
  const { outcome, sessionId, report } = await client.intent("importSession", args);
  if (outcome === "noProject") return { outcome, native };
  const { sessions } = await client.board((board) => board.sessions.some(({ id }) => id === sessionId));
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) throw new TypeError("the host does not list the session that it has taken in");
  return { outcome, native, session, report };
}
