import { titleOf } from "@nucleic/host";
import { backendForModel } from "@nucleic/protocol";
import type { IntentArgs, ProjectItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { ensureHost } from "../host/ensure-host.ts";
import { notificationSinks } from "../host/notification-sinks.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { type AgentFlags, agentArgs } from "../session/run-flags.ts";
import { runTask, startTask } from "../session/run-task.ts";
import { shortId } from "../session/short-id.ts";
import { openStage } from "../session/stage.ts";

/** What `run` takes besides the task. */
export interface RunFlags extends AgentFlags {
  readonly backend?: string;
  readonly project?: string;
  readonly title?: string;
  readonly detach?: boolean;
  readonly ship?: boolean;
}

/** Runs a task in a worktree of its own and shows it until the turn is over. */
export function run(text: string, flags: RunFlags): Command {
  return async (context) => {
    if (text.trim() === "")
      throw new CliError("usage", "the task is empty", 'say what is to be done: nucleic run "<task>"');
    if (flags.ship && flags.approve !== "policy")
      throw new CliError(
        "usage",
        "what ships by itself works by policy",
        "leave --approve out, or name policy there",
      );
    if (flags.detach && context.remote === undefined) await ensureHost(context);
    await using open = await openClient(context, { notify: () => notificationSinks(context, flags.notify) });
    const { client } = open;
    const task = await taskOf(context, client, text, flags);
    if (flags.detach) {
      const sessionId = await startTask(context, client, task);
      await context.stdout.lines([flags.json ? JSON.stringify({ sessionId }) : shortId(sessionId)]);
      return exitCodes.done;
    }
    await using stage = openStage(context, client, flags);
    return (await runTask(context, open, task, stage)).code;
  };
}

async function taskOf(
  context: Context,
  client: HostClient,
  text: string,
  flags: RunFlags,
): Promise<IntentArgs<"start">> {
  // Of one that is left to a host, whoever attaches to it is asked.
  const canAsk = flags.detach === true || (flags.json !== true && context.terminal !== undefined);
  const args = agentArgs(context, flags, canAsk);
  const project = await projectHere(client, context, flags.project);
  return {
    projectId: project.id,
    backend: backendOf(flags, project),
    title: flags.title ?? titleOf(text),
    input: { text, context: [] },
    ...args,
    ...(flags.ship && { ship: true }),
  };
}

/** The first of them that says anything decides: the person, the name of the model, the project. */
function backendOf({ backend, model }: RunFlags, { defaultBackend }: ProjectItem): string {
  return backend ?? (model === undefined ? undefined : backendForModel(model)) ?? defaultBackend ?? "claude";
}
