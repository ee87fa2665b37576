import type { IntentArgs, SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { shortId } from "../session/short-id.ts";
import { integrationReport } from "../view/integration-lines.ts";
import { safeLine } from "../view/sanitize.ts";

/** What `integrate` takes. */
export interface IntegrateFlags extends Readonly<IntentArgs<"integrate">> {
  readonly pullRequest?: boolean;
}

/** Brings a session's work into a branch of its project. Exit code 4 where it does not go as things stand. */
export function integrate(part: string, { pullRequest, ...flags }: IntegrateFlags): Command {
  return async (context) => {
    if (pullRequest && (flags.strategy !== undefined || flags.verify !== undefined))
      throw new CliError(
        "usage",
        "a pull request is merged and verified elsewhere",
        "leave --strategy and --verify out, or --pull-request",
      );
    await using open = await openClient(context);
    const item = await findItem(open.client, part);
    if (pullRequest) return await openPullRequest(context, open.client, item, flags);
    const { target, message, strategy, verify } = flags;
    const result = await untilEnding(context, open.client, item, {
      ...(target !== undefined && { target }),
      ...(message !== undefined && { message }),
      ...(strategy !== undefined && { strategy }),
      ...(verify !== undefined && { verify }),
    });
    const { lines, exitCode } = integrationReport(result, shortId(item.id));
    if (exitCode === exitCodes.done) await context.stdout.lines(lines);
    else await context.tell(lines);
    return exitCode;
  };
}

/** A person who ends the command does not want it merged some time later: it is taken out of the queue. */
async function untilEnding(
  { signals }: Context,
  client: HostClient,
  { id: sessionId }: SessionItem,
  args: IntentArgs<"integrate">,
) {
  const { ending } = signals;
  let cancelled: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    // What became of it is in the answer to the integration itself.
    cancelled = client.intent("cancelIntegration", {}, { sessionId }).catch(() => undefined);
  };
  ending.addEventListener("abort", cancel, { once: true });
  try {
    return await client.intent("integrate", args, { sessionId });
  } finally {
    ending.removeEventListener("abort", cancel);
    await cancelled;
  }
}

/** Nothing is merged here: the work goes to the remote, and a request stands for it. */
async function openPullRequest(
  context: Context,
  client: HostClient,
  { id: sessionId }: SessionItem,
  { target, message }: IntegrateFlags,
): Promise<ExitCode> {
  const args = {
    ...(target !== undefined && { base: target }),
    ...(message !== undefined && { body: message }),
  };
  const { url, created } = await client.intent("openPullRequest", args, { sessionId });
  await context.stdout.lines([`${created ? "opened" : "brought up to date:"} ${safeLine(url)}`]);
  return exitCodes.done;
}
