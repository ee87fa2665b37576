import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { RemoteSession } from "../host/remote-session.ts";
import { shortId } from "../session/short-id.ts";
import { openStage } from "../session/stage.ts";
import { watch } from "../session/watch.ts";

/** Follows a session  and answers what it asks. Ctrl-C leaves it as it is. */
export function attach(part: string, flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { id, head, isRunning } = await findItem(client, part);
    if (!isRunning)
      throw new CliError(
        "noAgent",
        `the agent of ${shortId(id)} does not run`,
        `nucleic show ${shortId(id)}`,
      );
    const session = new RemoteSession(client, id, { head, left: true, digestOf: open.digestOf });
    await using stage = openStage(context, client, { notify: "away", ...flags });
    await using output = stage.output;
    output.attach(session);
    stage.presence?.watch(session);
    await watch(context, session, output, { fromSeq: 1, head });
    return exitCodes.done;
  };
}

/** Ends the turn that a session  is in. */
export function interrupt(part: string): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { id } = await findItem(client, part);
    await client.intent("interrupt", {}, { sessionId: id });
    await context.tell("interrupted");
    return exitCodes.done;
  };
}

/** Ends the agent of a session . */
export function stop(part: string): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { id } = await findItem(client, part);
    await client.intent("stop", {}, { sessionId: id });
    await context.tell("stopped");
    return exitCodes.done;
  };
}
