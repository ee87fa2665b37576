import type { ApprovalRequest, Decision } from "@nucleic/protocol";
import type { Board, HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { type OpenClient, openClient } from "../host/open-client.ts";
import { RemoteSession } from "../host/remote-session.ts";
import { shortId, shortIds } from "../session/short-id.ts";
import { confirm } from "../term/confirm.ts";
import { askLines } from "../view/ask-lines.ts";

/** Lists what agents wait for, with the ids that `approve` and `deny` take. */
export function asks(flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const board = await client.board();
    if (flags.json) {
      const all = [...board.approvals, ...board.questions];
      await context.stdout.lines(all.map((ask) => JSON.stringify(ask)));
    } else if (board.approvals.length + board.questions.length === 0) await context.tell("nobody waits");
    else await context.stdout.lines(askLines(board, namesOf(board), context.frame()));
    return exitCodes.done;
  };
}

/** What `approve` takes besides the approval. */
export interface ApproveFlags {
  readonly always?: "session" | "project";
  readonly yes?: boolean;
}

/**
 * Allows what an agent waits for. Named by its session alone it is shown first, and asked: what is pending may have changed
 * since somebody looked.
 */
export function approve(part: string, { always, yes }: ApproveFlags): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { request, isExact } = await findRequest(client, part);
    if (!isExact && !yes && !(await isSeenAndWanted(context, await client.board(), request)))
      return exitCodes.denied;
    const decision: Decision = always ? { kind: "allowAlways", scope: always } : { kind: "allow" };
    return await answer(context, open, request, decision);
  };
}

/** Denies what an agent waits for, with a word to it; `stop` ends its turn too. */
export function deny(part: string, flags: { readonly message?: string; readonly stop?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { request } = await findRequest(client, part);
    const kind = flags.stop ? ("cancelRun" as const) : ("deny" as const);
    const { message } = flags;
    return await answer(context, open, request, { kind, ...(message !== undefined && { message }) });
  };
}

async function answer(context: Context, open: OpenClient, request: ApprovalRequest, decision: Decision) {
  const { client, digestOf } = open;
  if (digestOf && (await client.board()).clipped.has(request.id))
    throw new CliError(
      "notWhole",
      "it is too large to have come whole, and only what was seen can be signed",
      `nucleic attach ${shortId(request.sessionId)} fetches all of it`,
    );
  const session = new RemoteSession(client, request.sessionId, { head: 0, left: true });
  const { outcome, decision: held } = await session.answerApproval(
    request.id,
    decision,
    digestOf?.(request) ?? request.digest,
  );
  if (outcome === "accepted") {
    await context.tell(held.kind === "deny" || held.kind === "cancelRun" ? "denied" : "allowed");
    return exitCodes.done;
  }
  const word = held.kind === "deny" || held.kind === "cancelRun" ? "denied" : "allowed";
  await context.tell(`somebody was faster: it was ${word}`);
  return exitCodes.failed;
}

/** By the approval's id or a part of it, or by that of a session that waits for exactly one. */
async function findRequest(
  client: HostClient,
  part: string,
): Promise<{ readonly request: ApprovalRequest; readonly isExact: boolean }> {
  const { approvals } = await client.board();
  const matches = (id: string) => id.startsWith(part) || id.endsWith(part);
  const named = approvals.filter(({ id }) => matches(id));
  const found = named.length > 0 ? named : approvals.filter(({ sessionId }) => matches(sessionId));
  const [request, another] = found;
  if (request === undefined)
    throw new CliError(
      "noSuchApproval",
      `nothing waits for an answer as ${part}`,
      "nucleic asks lists what does",
    );
  if (another !== undefined)
    throw new CliError(
      "ambiguousId",
      `several things wait for an answer as ${part}`,
      "nucleic asks names them",
    );
  return { request, isExact: named.length > 0 };
}

async function isSeenAndWanted(context: Context, board: Board, request: ApprovalRequest): Promise<boolean> {
  if (!context.terminal)
    throw new CliError(
      "needsTerminal",
      "there is no terminal to show it on",
      "name the approval itself, or say --yes: nucleic asks",
    );
  if (board.clipped.has(request.id))
    throw new CliError(
      "usage",
      "it is too large to be shown here",
      `nucleic attach ${shortId(request.sessionId)} shows all of it`,
    );
  const shown = { ...board, approvals: [request], questions: [] };
  await context.tell(askLines(shown, namesOf(shown), context.errFrame()));
  return confirm(context, context.terminal, "Allow this?");
}

function namesOf({ approvals, questions }: Board): (id: string) => string {
  return shortIds([...approvals, ...questions].map(({ id }) => id));
}
