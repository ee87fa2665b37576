import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { connectToRunningHost } from "../host/connect.ts";
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
    const session = new RemoteSession(client, id);
    await using presence = quiet ? undefined : new TerminalPresence(client, id, context.clock);
    const onFocus = presence && ((isFocused: boolean) => presence.focused(isFocused));
    await using output = sessionOutput(context, quiet ? "lines" : "terminal", onFocus);
    output.attach(session);
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

/** The session that a person means. @throws CliError `noSuchSession`, `ambiguousId` */
export async function findItem(client: HostClient, part: string): Promise<SessionItem> {
  const { sessions } = await client.board();
  const found = sessions.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const [item, another] = found;
  if (item === undefined)
    throw new CliError("noSuchSession", `no session ${part}`, "nucleic ls shows the sessions there are");
  if (another !== undefined)
    throw new CliError("ambiguousId", `several sessions are called ${part}`, "give more of the id");
  return item;
}
