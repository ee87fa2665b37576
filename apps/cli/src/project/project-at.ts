import { type ProjectRecord, RuntimeError, type SessionRecord } from "@nucleic/runtime";
import type { App } from "../compose.ts";

/** The project of the repository that a folder is in, registered now where it was not yet. */
export async function projectAt(app: App, dir: string): Promise<ProjectRecord> {
  return app.runtime.projects.ensure(await app.worktrees.repositoryAt(dir));
}

/** The project that a session belongs to. */
export async function projectOf(app: App, session: SessionRecord): Promise<ProjectRecord> {
  const project = await app.runtime.projects.get(session.projectId);
  if (project) return project;
  throw new RuntimeError("unknownProject", `the project of session ${session.id} is no longer registered`, {
    hint: "nucleic project add <dir> registers it again",
  });
}
