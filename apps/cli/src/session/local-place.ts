import type { Session } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import { projectOf } from "../project/project-at.ts";
import type { Place } from "./start-and-follow.ts";

/** Sessions that this process holds itself. */
export function localPlace(app: App): Place<Session> {
  return {
    async turnOver(session) {
      const record = await app.runtime.findSession(session.id);
      // An imported session works in a folder of the person's own: what is changed there is not its branch's.
      if (record.worktree === undefined) return;
      await app.worktrees.recordDiffstat(await projectOf(app, record), record, session);
    },
    async branchOf(id) {
      return (await app.runtime.findSession(id)).worktree?.branch;
    },
  };
}
