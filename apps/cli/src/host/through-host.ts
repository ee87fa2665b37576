import { setShip, titleOf } from "@nucleic/host";
import { backendForModel } from "@nucleic/protocol";
import type { ApprovalChoice, ProjectItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Approve } from "../approvals/mode.ts";
import type { ResumeFlags } from "../commands/resume.ts";
import type { RunFlags } from "../commands/run.ts";
import { openApp } from "../compose.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { agentVariables } from "../session/agent-variables.ts";
import { goOn } from "../session/go-on.ts";
import { sessionOutput } from "../session/session-output.ts";
import { shortId } from "../session/short-id.ts";
import { type Place, startAndFollow } from "../session/start-and-follow.ts";
import { findItem } from "./find-item.ts";
import { RemoteSession } from "./remote-session.ts";
import { TerminalPresence } from "./terminal-presence.ts";

/** As `run`, by the host that runs: the session is its, and goes on in it when this command is gone. */
export async function runThroughHost(
  context: Context,
  client: HostClient,
  text: string,
  flags: RunFlags,
): Promise<ExitCode> {
  await using _client = client;
  const project = await projectAt(client, flags.project ?? context.cwd);
  const quiet = flags.json === true || !context.terminal;
  const canAsk = flags.detach === true || !quiet;
  const start = async () => {
    const started = await client.intent("start", {
      projectId: project.id,
      backend: backendOf(flags, project),
      title: flags.title ?? titleOf(text),
      input: { text, context: [] },
      ...runOf(context, flags, canAsk),
    });
    if (flags.ship) {
      await using app = await openApp(context);
      await setShip(app.runtime, started.sessionId, true);
    }
    return started;
  };
  if (flags.detach) {
    const { sessionId } = await start();
    await context.stdout.lines([flags.json ? JSON.stringify({ sessionId }) : shortId(sessionId)]);
    return exitCodes.done;
  }
  await using presence = presenceOf(context, client, flags);
  const { code } = await startAndFollow(context, hostPlace(client), {
    output: sessionOutput(context, quiet ? "lines" : "terminal", onFocusOf(presence)),
    watch: (session) => presence?.watch(session),
    quiet,
    async start(onOpen) {
      const { sessionId } = await start();
      const session = new RemoteSession(client, sessionId, { head: 0 });
      onOpen(session);
      return session;
    },
  });
  return code;
}

/** As `resume`, by the host that runs. A session whose agent runs there is just told, and left running. */
export async function resumeThroughHost(
  context: Context,
  client: HostClient,
  {
    part,
    message,
    flags,
  }: { readonly part: string; readonly message: string | undefined; readonly flags: ResumeFlags },
): Promise<ExitCode> {
  await using _client = client;
  const item = await findItem(client, part);
  const quiet = flags.json === true || !context.terminal;
  const input = { text: message ?? goOn, context: [] };
  const run = { ...runOf(context, flags, !quiet), input };
  const about = { sessionId: item.id };
  if (item.isRunning && item.status !== "awaitingInput" && !flags.fork) {
    await client.intent("prompt", { input }, about);
    const id = shortId(item.id);
    await context.tell(`it is told when its turn is over; to see that: nucleic attach ${id}`);
    return exitCodes.done;
  }
  await using presence = presenceOf(context, client, flags);
  const { code } = await startAndFollow(context, hostPlace(client), {
    output: sessionOutput(context, quiet ? "lines" : "terminal", onFocusOf(presence)),
    watch: (session) => presence?.watch(session),
    quiet,
    async start(onOpen) {
      if (flags.fork) {
        const { sessionId } = await client.intent("fork", { title: titleOf(input.text), ...run }, about);
        const forked = new RemoteSession(client, sessionId, { head: 0 });
        onOpen(forked);
        return forked;
      }
      const session = new RemoteSession(client, item.id, { head: item.head, left: item.isRunning });
      // Followed before it begins, so that nothing of it is missed.
      onOpen(session);
      if (item.isRunning) await client.intent("prompt", { input }, about);
      else await client.intent("resume", run, about);
      return session;
    },
  });
  return code;
}

/** `always` is to be told also of what the terminal shows. */
function presenceOf(
  { terminal, clock }: Context,
  client: HostClient,
  { json, notify }: Pick<RunFlags, "json" | "notify">,
): TerminalPresence | undefined {
  return terminal && json !== true && notify !== "always" ? new TerminalPresence(client, clock) : undefined;
}

function onFocusOf(presence: TerminalPresence | undefined) {
  return presence && ((isFocused: boolean) => presence.focused(isFocused));
}

/** The host counts the changes itself, at the end of each turn. */
function hostPlace(client: HostClient): Place<RemoteSession> {
  return {
    turnOver: async () => undefined,
    async branchOf(id) {
      const { sessions } = await client.board((board) => board.sessions.some((one) => one.id === id));
      return sessions.find((one) => one.id === id)?.branch;
    },
  };
}

async function projectAt(client: HostClient, path: string): Promise<ProjectItem> {
  const { projectId } = await client.intent("addProject", { path });
  const project = (await client.query("projects", {})).find(({ id }) => id === projectId);
  if (project === undefined)
    throw new TypeError("the host does not list the project that it has just taken in");
  return project;
}

function backendOf({ backend, model }: RunFlags, { defaultBackend }: ProjectItem): string {
  return backend ?? (model === undefined ? undefined : backendForModel(model)) ?? defaultBackend ?? "claude";
}

function runOf(
  context: Context,
  { model, mode, env, approve }: Pick<RunFlags, "model" | "mode" | "env" | "approve">,
  canAsk: boolean,
) {
  return {
    approvals: choiceOf(approve, canAsk),
    env: agentVariables(env, context.env),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
  };
}

function choiceOf(approve: Approve, canAsk: boolean): ApprovalChoice {
  const otherwise = approve === "deny" || !canAsk ? "deny" : "ask";
  return { policy: approve === "policy", otherwise };
}
