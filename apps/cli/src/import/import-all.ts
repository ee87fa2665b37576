import type { ProjectId } from "@nucleic/protocol";
import type { ImportReport } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";
import { projectAt } from "../project/project-at.ts";
import type { NativeSession } from "./native-sessions.ts";
import { Progress } from "./progress.ts";

/** What became of a native session. */
export type Imported =
  | (ImportReport & { readonly native: NativeSession })
  | { readonly outcome: "noProject"; readonly native: NativeSession }
  | { readonly outcome: "failed"; readonly native: NativeSession; readonly error: unknown };

export interface ImportAllOptions {
  /** Where they all go. Default: each to the repository that its folder is in. */
  readonly projectId?: ProjectId | undefined;
  readonly again: boolean;
}

/** Imports one after the other. One that fails does not stop the others. */
export async function* importAll(
  context: Context,
  app: App,
  natives: readonly NativeSession[],
  { projectId, again }: ImportAllOptions,
): AsyncGenerator<Imported, void, undefined> {
  const { ending } = context.signals;
  await using progress = new Progress(context, natives.length);
  for (const native of natives) {
    if (ending.aborted) return;
    progress.next(native.entry.title ?? native.entry.backendSessionId);
    try {
      const id = projectId ?? (await projectIn(app, native.entry.cwd));
      if (id === undefined) {
        yield { outcome: "noProject", native };
        continue;
      }
      const report = await app.runtime.importSession({
        projectId: id,
        backend: native.backend,
        entry: native.entry,
        again,
        signal: ending,
        onProgress: (events) => progress.events(events),
      });
      await progress.clear();
      yield { ...report, native };
    } catch (error) {
      await progress.clear();
      yield { outcome: "failed", native, error };
    }
  }
}

/** Nothing where its folder is gone, or in no repository. */
async function projectIn(app: App, cwd: string | undefined): Promise<ProjectId | undefined> {
  if (cwd === undefined) return undefined;
  try {
    return (await projectAt(app, cwd)).id;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "notARepository") return undefined;
    throw error;
  }
}
