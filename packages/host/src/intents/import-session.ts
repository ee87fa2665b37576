import type { ProjectId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import { RuntimeError } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { historiesOf } from "../history/histories.ts";

/** Takes in a session that an agent keeps by itself. @throws RuntimeError `noNativeSession`, `unsupported` */
export async function importSession(
  host: HostContext,
  { backend, backendSessionId, projectId, again = false }: IntentArgs<"importSession">,
): Promise<IntentResult<"importSession">> {
  const { runtime, ending: signal } = host;
  for (const [, history] of historiesOf(runtime, backend))
    for await (const entry of history.list({ backendSessionId, signal })) {
      const into = projectId ?? (await projectIn(host, entry.cwd));
      if (into === undefined) return { outcome: "noProject" };
      const { outcome, session, report } = await runtime.importSession({
        ...{ projectId: into, backend, entry, again, signal },
      });
      const read = report && { report: { ...report, passedOver: { ...report.passedOver } } };
      return { outcome, sessionId: session.id, records: session.lastSeq, ...read };
    }
  throw new RuntimeError("noNativeSession", `${backend} keeps no session ${backendSessionId}`);
}

/** Nothing where its folder is gone, or in no repository. */
async function projectIn(
  { runtime, worktrees }: HostContext,
  cwd: string | undefined,
): Promise<ProjectId | undefined> {
  if (cwd === undefined) return undefined;
  try {
    return (await runtime.projects.ensure(await worktrees.repositoryAt(cwd))).id;
  } catch (error) {
    if ((error as { code?: unknown }).code === "notARepository") return undefined;
    throw error;
  }
}
