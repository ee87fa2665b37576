import type { AgentEvent, ApprovalRequest, SessionId } from "@nucleic/protocol";
import type { DeviceItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { loadFastestSodium } from "@nucleic/sync/noise/node";
import type { Command, Context } from "../context.ts";
import { type BadProof, type Decided, type Proof, prove } from "../devices/prove.ts";
import { exitCodes } from "../exit-code.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { shortId } from "../session/short-id.ts";
import { transcriptOf } from "../session/transcript-of.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";

const faults: Readonly<Record<BadProof, string>> = {
  noSignature: "BAD: a device decided and has not signed",
  unknownDevice: "BAD: signed, and no paired device has the key to check it with",
  otherKey: "BAD: signed with another key than the device's",
  otherRequest: "BAD: what was signed is not what stands in the transcript",
  notAuthentic: "BAD: the signature is not under this decision",
};

/** Lists who decided what in one session or in all, and checks each signature. Fails where one does not hold. */
export function audit(part: string | undefined, flags: { readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const sodium = await loadFastestSodium();
    const devices = await client.query("devices", { includeRevoked: true });
    const ids =
      part === undefined
        ? (await client.board()).sessions.map(({ id }) => id)
        : [(await findItem(client, part)).id];
    const counts = { signed: 0, unsigned: 0, bad: 0 };
    for (const id of ids)
      for await (const decided of decisionsOf(client, id)) {
        if (context.signals.ending.aborted) return exitCodes.interrupted;
        const proof = prove(sodium, devices, decided);
        counts[proof.proof]++;
        await print(context, decided, proof, devices, flags.json === true);
      }
    if (!flags.json) {
      const { signed, unsigned, bad } = counts;
      await context.tell(
        `${plural(signed + unsigned + bad, "decision")}: ${signed} signed, ${unsigned} of which nothing can be proven, ${bad} bad`,
      );
    }
    return counts.bad > 0 ? exitCodes.failed : exitCodes.done;
  };
}

/** The decisions of a session, each with what was asked. */
async function* decisionsOf(client: HostClient, sessionId: SessionId): AsyncGenerator<Decided, void> {
  const open = new Map<string, ApprovalRequest>();
  for await (const record of transcriptOf(client, sessionId)) {
    const event = record as AgentEvent;
    if (event.kind === "approvalRequested") open.set(event.request.id, event.request);
    if (event.kind !== "approvalResolved") continue;
    yield { sessionId, request: open.get(event.approvalId), resolved: event };
    open.delete(event.approvalId);
  }
}

async function print(
  context: Context,
  { sessionId, request, resolved }: Decided,
  proof: Proof,
  devices: readonly DeviceItem[],
  isJson: boolean,
): Promise<void> {
  const { approvalId, at, decidedBy, decision, signature } = resolved;
  if (isJson) {
    const asked = { tool: request?.tool, summary: request?.summary, risk: request?.risk };
    const line = { sessionId, approvalId, at, ...asked, decision, decidedBy, signature, ...proof };
    return context.stdout.lines([JSON.stringify(line)]);
  }
  const { style } = context.frame();
  const device = devices.find(({ id }) => id === decidedBy.deviceId);
  const who = device === undefined ? decidedBy.by : safeLine(device.name);
  const word = proof.proof === "bad" ? style.red(faults[proof.why]) : proof.proof;
  const what = safeLine(request?.summary ?? approvalId);
  await context.stdout.lines([`${shortId(sessionId)}  ${decision.kind}  ${who}  ${word}  ${what}`]);
}
