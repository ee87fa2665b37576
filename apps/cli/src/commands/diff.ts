import type { SessionId } from "@nucleic/protocol";
import type { QueryResult } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { diffLines } from "../view/diff.ts";

/** Prints what a session changed against where it began. Into a pipe it goes as git made it, to be applied. */
export function diff(part: string, flags: { readonly stat?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id } = await findItem(open.client, part);
    const { patch, files } = await wholeDiff(open.client, id);
    const stat = files.map((file) => `${file.path} +${file.added} −${file.removed}\n`).join("");
    const text = flags.stat ? stat : patch;
    if (text === "") await context.tell("no changes");
    else if (!context.stdout.isTTY && !context.frame().style.color) await context.stdout.write(text);
    else await context.stdout.lines(diffLines(text, { ...context.frame(), width: Number.MAX_SAFE_INTEGER }));
    return exitCodes.done;
  };
}

/** All its pieces; begun again where the agent went on in between. */
async function wholeDiff(client: HostClient, sessionId: SessionId): Promise<QueryResult<"diff">> {
  let whole = await client.query("diff", { sessionId });
  let fromByte = Buffer.byteLength(whole.patch);
  while (whole.isCut) {
    const piece = await client.query("diff", { sessionId, fromByte });
    if (piece.hash !== whole.hash) {
      whole = await client.query("diff", { sessionId });
      fromByte = Buffer.byteLength(whole.patch);
      continue;
    }
    fromByte += Buffer.byteLength(piece.patch);
    whole = { ...piece, patch: whole.patch + piece.patch };
  }
  return whole;
}
