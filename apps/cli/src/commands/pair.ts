import type { PairingState } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Command, Context } from "../context.ts";
import { answerLine } from "../devices/answer-line.ts";
import { type DeviceFlags, limitsIn, scopesIn } from "../devices/limits-of.ts";
import { qrLines } from "../devices/qr-lines.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { safeLine } from "../view/sanitize.ts";

type Over = Extract<PairingState, { state: "over" }>["outcome"];

const endings: Readonly<Record<Over, string>> = {
  paired: "paired",
  refused: "refused: nothing was paired",
  burnt: "too many attempts have failed: nothing was paired",
  expired: "nobody came in two minutes: nothing was paired",
  lost: "the device went away: nothing was paired",
  closed: "the link was closed: nothing was paired",
};

/** Shows a link, waits for a device, and takes it by the digits that it shows. */
export function pair(flags: DeviceFlags): Command {
  return async (context) => {
    const scopes = scopesIn(flags.scope ?? ["approve"]);
    await using open = await openClient(context);
    const { client } = open;
    const limits = await limitsIn(client, context, flags);
    const { pairingId } = await client.intent("beginPairing", {});
    const cancel = () => void client.intent("cancelPairing", { pairingId }).catch(() => undefined);
    context.signals.ending.addEventListener("abort", cancel, { once: true });
    const device = await nextDevice(context, client, pairingId);
    if (device === undefined) return exitCodes.failed;
    const name = safeLine(device.deviceName);
    await context.tell(
      `${name} (${safeLine(device.platform)}) wants to be paired, as ${["view", ...scopes].join(", ")}.`,
    );
    const digits = await answerLine(context, "The six digits that it shows, or nothing to refuse it: ");
    const plain = (digits ?? "").replaceAll(/[\s-]/g, "");
    if (!/^\d{6}$/.test(plain)) {
      await client.intent("cancelPairing", { pairingId });
      await context.tell(endings.refused);
      return exitCodes.denied;
    }
    const args = { pairingId, digits: plain, scopes, limits };
    const { outcome } = await client.intent("confirmPairing", args);
    await context.tell(outcome === "paired" ? `paired with ${name}` : endings[outcome]);
    return outcome === "paired" ? exitCodes.done : exitCodes.failed;
  };
}

/** The device that has come; `undefined` where the link is over before. */
async function nextDevice(context: Context, client: HostClient, pairingId: string) {
  let state = await client.query("pairing", { pairingId });
  if (state.state === "open") {
    if (context.stdout.isTTY) await context.stdout.lines(qrLines(state.link));
    await context.stdout.lines([state.link]);
    await context.tell(
      "Good for one device and two minutes. On another machine: nucleic pair --accept <link>",
    );
  }
  while (state.state === "open") state = await client.query("pairing", { pairingId, after: "open" });
  if (state.state === "asking") return state;
  await context.tell(endings[state.outcome]);
  return undefined;
}
