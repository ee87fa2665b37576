import type { IntentArgs } from "@nucleic/protocol/messages";
import { type HostClient, HostError } from "@nucleic/sync/client";
import { backendNames } from "../agents.ts";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import type { OpenClient } from "../host/open-client.ts";
import { RemoteSession } from "../host/remote-session.ts";
import { nearest } from "../view/suggest.ts";
import { type Followed, type Starting, startAndFollow } from "./start-and-follow.ts";

/** Runs a task in a new session, in a worktree of its own, to the end of its turn. */
export function runTask(
  context: Context,
  { client, digestOf }: Pick<OpenClient, "client" | "digestOf">,
  task: IntentArgs<"start">,
  stage: Omit<Starting, "start">,
): Promise<Followed> {
  return startAndFollow(context, client, {
    ...stage,
    async start(onOpen) {
      const session = new RemoteSession(client, await startTask(context, client, task), {
        head: 0,
        digestOf,
      });
      onOpen(session);
      return session;
    },
  });
}

/** Starts it, and leaves it to the host. @throws CliError `usage` for a backend that the host does not know */
export async function startTask(context: Context, client: HostClient, task: IntentArgs<"start">) {
  try {
    return (await client.intent("start", task)).sessionId;
  } catch (error) {
    if (!(error instanceof HostError && error.code === "unknownBackend")) throw error;
    const known =
      context.remote === undefined
        ? [...backendNames(context).keys()]
        : (await client.query("backends", {})).map(({ id }) => id);
    const meant = nearest(task.backend, known);
    const hint = `${meant ? `did you mean ${meant}? ` : ""}there are: ${known.join(", ")}`;
    throw new CliError("usage", `no backend ${task.backend}`, hint);
  }
}
