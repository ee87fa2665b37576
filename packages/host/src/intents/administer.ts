import type { IntentArgs, IntentResult, QueryResult } from "@nucleic/protocol/messages";
import type { ProjectRecord } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { HostRefusal } from "../refusal.ts";
import { projectById } from "./start.ts";

/** Registers the repository that a folder is in. */
export async function addProject(
  { runtime, worktrees }: HostContext,
  { path }: IntentArgs<"addProject">,
): Promise<IntentResult<"addProject">> {
  const { id } = await runtime.projects.ensure(await worktrees.repositoryAt(path));
  return { projectId: id };
}

/** Changes what a project is worked on with. */
export async function configureProject(
  { runtime, prewarm }: HostContext,
  { projectId, ...change }: IntentArgs<"configureProject">,
): Promise<IntentResult<"configureProject">> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  await runtime.projects.update(projectId, Object.fromEntries(given));
  if (change.prewarm !== undefined) prewarm(projectId);
  return {};
}

/** Forgets a project that has no sessions. The worktrees that stand ready for it go; nothing else of it does. */
export async function removeProject(
  { runtime, worktrees, ending, onFailed }: HostContext,
  { projectId }: IntentArgs<"removeProject">,
): Promise<IntentResult<"removeProject">> {
  const project = await runtime.projects.get(projectId);
  await runtime.projects.remove(projectId);
  // A repository that is gone has none left to take away.
  if (project && project.prewarm > 0)
    await worktrees
      .prewarm({ ...project, prewarm: 0 }, ending)
      .catch((cause: unknown) => onFailed("removeProject", cause));
  return {};
}

/** Trusts what was shown. @throws HostRefusal `changedSince` where it is something else now */
export async function trust(
  host: HostContext,
  { projectId, backend, hash }: IntentArgs<"trust">,
): Promise<IntentResult<"trust">> {
  const now = await readTrust(host, await projectById(host, projectId), backend);
  if (now.hash !== hash)
    throw new HostRefusal("changedSince", "the project's configuration is another one than was shown", {
      hint: "Look at it again.",
    });
  await host.runtime.trust.trust(projectId, backend, hash);
  return {};
}

/**
 * What the project's own configuration would make an agent run or widen, in that folder, or as a new worktree has it: what
 * a person has in their own checkout and has not committed never gets there.
 */
export async function readTrust(
  { runtime, worktrees, ids }: HostContext,
  project: ProjectRecord,
  backendId: string,
  dir?: string,
): Promise<QueryResult<"trust">> {
  const backend = runtime.backend(backendId);
  const inspect = async (where: string) => backend.inspectProject?.(where);
  const config = await (dir === undefined
    ? worktrees.inCheckout(project, ids.session(), inspect)
    : inspect(dir));
  if (config === undefined) return { hash: "", isTrusted: true, items: [] };
  const isTrusted = await runtime.trust.isTrusted(project.id, backendId, config.hash);
  return { hash: config.hash, isTrusted, items: config.items.map((item) => ({ ...item })) };
}
