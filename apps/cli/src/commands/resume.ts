import { titleOf } from "@nucleic/host";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { notificationSinks } from "../host/notification-sinks.ts";
import { type OpenClient, openClient } from "../host/open-client.ts";
import { RemoteSession } from "../host/remote-session.ts";
import { goOn } from "../session/go-on.ts";
import { type AgentFlags, agentArgs } from "../session/run-flags.ts";
import { shortId } from "../session/short-id.ts";
import { openStage } from "../session/stage.ts";
import { startAndFollow } from "../session/start-and-follow.ts";

/** What `resume` and `send` take. */
export interface ResumeFlags extends AgentFlags {
  readonly fork?: boolean;
}

/**
 * Takes a session up where it was left, in its own worktree, and shows the turn that the message begins. One whose agent is at
 * work is just told, and left to go on.
 */
export function resume(part: string, message: string | undefined, flags: ResumeFlags): Command {
  return async (context) => {
    await using open = await openClient(context, { notify: () => notificationSinks(context, flags.notify) });
    const { client } = open;
    const item = await findItem(client, part);
    if (item.isRunning && item.status !== "awaitingInput" && !flags.fork) {
      const input = { text: message ?? goOn, context: [] };
      await client.intent("prompt", { input }, { sessionId: item.id });
      await context.tell(`it is told when its turn is over; to see that: nucleic attach ${shortId(item.id)}`);
      return exitCodes.done;
    }
    await using stage = openStage(context, client, flags);
    const { output, presence, quiet } = stage;
    const { code } = await startAndFollow(context, client, {
      output,
      presence,
      quiet,
      start: (onOpen) => takeUp(context, open, { item, message, flags, canAsk: !quiet }, onOpen),
    });
    return code;
  };
}

interface TakingUp {
  readonly item: SessionItem;
  readonly message: string | undefined;
  readonly flags: ResumeFlags;
  readonly canAsk: boolean;
}

async function takeUp(
  context: Context,
  { client, digestOf }: OpenClient,
  { item, message, flags, canAsk }: TakingUp,
  onOpen: (session: RemoteSession) => void,
): Promise<RemoteSession> {
  const args = agentArgs(context, flags, canAsk);
  const about = { sessionId: item.id };
  const input = { text: message ?? goOn, context: [] };
  if (flags.fork) {
    const title = titleOf(input.text);
    const { sessionId } = await client.intent("fork", { title, ...args, input }, about);
    const forked = new RemoteSession(client, sessionId, { head: 0, digestOf });
    onOpen(forked);
    return forked;
  }
  const session = new RemoteSession(client, item.id, { head: item.head, left: item.isRunning, digestOf });
  // Followed before it begins, so that nothing of it is missed.
  onOpen(session);
  if (item.isRunning) await client.intent("prompt", { input }, about);
  else {
    // One that never had an agent is told its task instead, which the host has kept.
    const isBegun = message !== undefined || item.backendSessionId !== undefined;
    await client.intent("resume", { ...args, ...(isBegun && { input }) }, about);
  }
  return session;
}
