import type { SessionId } from "@nucleic/protocol/core";
import type { ApprovalChoice, IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import {
  type ApprovalMode,
  type ProjectRecord,
  type ResumeSession,
  RuntimeError,
  type Session,
  type SessionRecord,
} from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { secretsOf } from "../log/redact.ts";
import type { Client } from "../port.ts";
import { HostRefusal } from "../refusal.ts";
import { choiceOf, hostsOf } from "../sandbox/choice-of.ts";
import { chooseEngine } from "../sandbox/choose-engine.ts";
import { placeIn } from "../sandbox/place-agent.ts";
import { runOutside } from "../sandbox/run-outside.ts";
import { titleOf } from "../sessions/title-of.ts";
import { setShip } from "../ship/ship.ts";

type RunArgs = Omit<IntentArgs<"resume">, "input">;

/** A new session, in a worktree of its own. */
export async function start(
  host: HostContext,
  { projectId, backend, title, input, ship, ...run }: IntentArgs<"start">,
  { client }: { readonly client: Client },
): Promise<IntentResult<"start">> {
  const project = await projectById(host, projectId);
  const named = title ?? titleOf(input.text);
  let root: string | undefined;
  const options = await runOptions(host, project, run, { root: () => root, backend, client });
  const session = await opened(host, (onOpen) =>
    host.runtime.createSession({
      projectId,
      backend,
      title: named,
      input,
      onOpen,
      ...options,
      workspace: async (preparation) => {
        const workspace = await host.worktrees.create(project, named, preparation);
        root = workspace.cwd;
        if (ship) await setShip(host.runtime, preparation.sessionId, true);
        if (project.prewarm > 0) host.prewarm(project.id);
        return workspace;
      },
    }),
  );
  return { sessionId: session.id };
}

/** Takes a session up where it was left. */
export async function resume(
  host: HostContext,
  record: SessionRecord,
  args: IntentArgs<"resume">,
  client: Client,
): Promise<IntentResult<"resume">> {
  await takeUp(host, record, args, client);
  return {};
}

/** A new session that begins where this one stands, in the same worktree. */
export async function fork(
  host: HostContext,
  record: SessionRecord,
  { title, ...args }: IntentArgs<"fork">,
  client: Client,
): Promise<IntentResult<"fork">> {
  const session = await takeUp(host, record, args, client, {
    fork: { ...(title !== undefined && { title }) },
  });
  return { sessionId: session.id };
}

async function takeUp(
  host: HostContext,
  record: SessionRecord,
  { input, ...run }: IntentArgs<"resume">,
  client: Client,
  more: Pick<ResumeSession, "fork"> = {},
): Promise<Session> {
  const project = await projectById(host, record.projectId);
  const scene = { root: () => record.cwd, backend: record.backend, client, session: record };
  const options = await runOptions(host, project, run, scene);
  const make = (onOpen: (session: Session) => void) =>
    host.runtime.resumeSession(record.id, {
      onOpen,
      ...(input && { input }),
      ...options,
      ...more,
    });
  if (more.fork) return opened(host, make);
  // Held already, it goes on in place: for those who look at it, and those who are about to.
  await host.live.acquire(record.id);
  return opened(host, make, record.id);
}

/**
 * Makes a session, or begins the run of one that is `held`, and has it from its first event on; it stays while its agent
 * runs. Resolves when there is one: what becomes of its start is in its transcript. Rejects where there never was one.
 */
function opened(
  host: HostContext,
  make: (onOpen: (session: Session) => void) => Promise<Session>,
  held?: SessionId,
): Promise<Session> {
  return new Promise((resolve, reject) => {
    let id = held;
    const made = make((session) => {
      id = session.id;
      if (held === undefined) host.live.adopt(session);
      resolve(session);
    });
    const over = async () => {
      if (id !== undefined) await host.live.release(id);
    };
    host.track(
      made.then(over, async (error: unknown) => {
        await over();
        reject(error);
      }),
    );
  });
}

type Scene = Parameters<HostContext["policy"]>[1];

/** Whose run it is to be, of what, and who asks for it. */
interface RunScene extends Scene {
  readonly client: Client;
  readonly session?: SessionRecord;
}

async function runOptions(
  host: HostContext,
  project: ProjectRecord,
  { model, mode, env, approvals, sandbox: asked, allowedHosts }: RunArgs,
  { client, session, ...scene }: RunScene,
) {
  const { sandbox } = host;
  const wish = { asked, hosts: allowedHosts, byDevice: client.device !== undefined, project, session };
  const choice = choiceOf(wish);
  const hosts = hostsOf(wish);
  const chosen = choice && { ...(await chooseEngine(sandbox.options.engines, choice)), hosts };
  const isUnheld = allowedHosts !== undefined || (hosts !== undefined && choice === "auto");
  if (chosen?.engine === undefined && isUnheld)
    throw new HostRefusal("sandboxUnavailable", "nothing would hold the agent to a list of hosts", {
      hint: "Name a sandbox that works here: nucleic doctor lists them.",
    });
  for (const secret of secretsOf(env ?? {})) host.hide(secret);
  return {
    approvals: await modeOf(host, project, approvals, scene),
    signal: host.ending,
    ...(chosen && { place: placeIn(sandbox, chosen) }),
    ...(project.gitGuard && { guard: host.gitGuard }),
    ...(chosen?.engine && { outside: runOutside({ env: sandbox.env, clock: host.clock }) }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(env && { env }),
  };
}

async function modeOf(
  host: HostContext,
  project: ProjectRecord,
  { policy, otherwise }: ApprovalChoice = { policy: false, otherwise: "ask" },
  scene: Scene,
): Promise<ApprovalMode> {
  return policy ? { decide: await host.policy(project, scene), otherwise } : otherwise;
}

/** The project of that id. @throws RuntimeError `unknownProject` */
export async function projectById({ runtime }: HostContext, id: ProjectRecord["id"]): Promise<ProjectRecord> {
  const project = await runtime.projects.get(id);
  if (project) return project;
  throw new RuntimeError("unknownProject", `no project ${id}`, {
    hint: "nucleic project add <dir> registers it",
  });
}
