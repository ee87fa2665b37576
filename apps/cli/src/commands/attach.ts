import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { connectToRunningHost } from "../host/connect.ts";
import { findItem } from "../host/find-item.ts";
import { RemoteSession } from "../host/remote-session.ts";
import { TerminalPresence } from "../host/terminal-presence.ts";
import { sessionOutput } from "../session/session-output.ts";
import { shortId } from "../session/short-id.ts";
import { watch } from "../session/watch.ts";

/** Follows a session of the running host and answers what it asks. Ctrl-C leaves it as it is. */
export function attach(part: string, flags: { readonly json?: boolean }): Command {
  return async (context) => {
    const quiet = flags.json === true || !context.terminal;
    await using client = await connectToRunningHost(context);
    const { id, head, isRunning } = await findItem(client, part);
    if (!isRunning)
      throw new CliError(
        "noAgent",
        `the agent of ${shortId(id)} does not run`,
        `nucleic show ${shortId(id)}`,
      );
    const session = new RemoteSession(client, id, { head, left: true });
    await using presence = quiet ? undefined : new TerminalPresence(client, context.clock);
    const onFocus = presence && ((isFocused: boolean) => presence.focused(isFocused));
    await using output = sessionOutput(context, quiet ? "lines" : "terminal", onFocus);
    output.attach(session);
    presence?.watch(session);
    await watch(context, session, output, { fromSeq: 1, head });
    return exitCodes.done;
  };
}

/** Ends the turn that a session of the running host is in. */
export function interrupt(part: string): Command {
  return async (context) => {
    await using client = await connectToRunningHost(context);
    const { id } = await findItem(client, part);
    await client.intent("interrupt", {}, { sessionId: id });
    await context.tell("interrupted");
    return exitCodes.done;
  };
}

/** Ends the agent of a session of the running host. */
export function stop(part: string): Command {
  return async (context) => {
    await using client = await connectToRunningHost(context);
    const { id } = await findItem(client, part);
    await client.intent("stop", {}, { sessionId: id });
    await context.tell("stopped");
    return exitCodes.done;
  };
}
