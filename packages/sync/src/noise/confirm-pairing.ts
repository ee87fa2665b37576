import { toBase64Url } from "./bytes.ts";
import { deviceIdOf, sasOf } from "./derive.ts";
import type { DeviceRow } from "./device-directory.ts";
import type { Fields } from "./fields.ts";
import { idText } from "./id-text.ts";
import { confirmMs, storedMs, unconfirmedMs } from "./limits.ts";
import type { PairingOutcome } from "./pairing-roots.ts";
import type { ProposedDevice } from "./respond-pairing.ts";
import type { PairingDecision, ResponderOptions } from "./responder-options.ts";
import type { SecureChannel } from "./secure-channel.ts";

/** Resolves when the device says that it has kept its keys. */
export class StoredByDevice {
  readonly #done = Promise.withResolvers<void>();

  take(fields: Fields): void {
    if (fields.t === "pair.done") this.#done.resolve();
  }

  get promise(): Promise<void> {
    return this.#done.promise;
  }
}

/** After P3: the person confirms, the row is made durable, and only then does the device hear that it is accepted. */
export async function confirmPairing(
  options: ResponderOptions,
  device: ProposedDevice,
  channel: SecureChannel,
  stored: StoredByDevice,
  stop: AbortSignal,
): Promise<PairingOutcome> {
  const { clock, directory, sodium } = options;
  channel.sendControl({ t: "pair.pending" });
  const decision = await ask(options, device, channel, stop);
  if (channel.isOver) return "lost";
  if (decision === "late" || decision === undefined) {
    channel.end(decision === "late" ? "timedOut" : "refused");
    return "refused";
  }
  const row: DeviceRow = {
    deviceId: idText(deviceIdOf(sodium, device.key)),
    name: device.name,
    platform: device.platform,
    state: "unconfirmed",
    key: device.key,
    psk: sodium.random(32),
    approvalKey: device.approvalKey,
    scopes: decision.scopes,
    epoch: 1,
    version: device.version,
    confirmBy: clock.now() + unconfirmedMs,
    canPush: device.canPush,
  };
  // First of all: a place of a device that never was is taken back later, and one with none could not come back.
  const relay = await options.relayPlace?.(row.deviceId);
  await directory.add(row);
  removeLater(options, row.deviceId, stop);
  channel.sendControl({
    t: "pair.accept",
    deviceId: row.deviceId,
    psk: toBase64Url(row.psk),
    scopes: row.scopes,
    epoch: row.epoch,
    hostName: options.hostName,
    ...(relay !== undefined && { relay }),
  });
  if (await isStored(options, channel, stored, stop)) await directory.confirm(row.deviceId);
  channel.end("paired");
  return "paired";
}

/** The person's decision where it is a yes and the digits are right; `late` where there was none. */
async function ask(
  options: ResponderOptions,
  device: ProposedDevice,
  channel: SecureChannel,
  stop: AbortSignal,
): Promise<PairingDecision | "late" | undefined> {
  const { clock, sodium } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  const sas = sasOf(sodium, device.keys.hash);
  const request = {
    deviceId: idText(deviceIdOf(sodium, device.key)),
    deviceName: device.name,
    platform: device.platform,
    requestedScopes: device.requestedScopes,
  };
  const asked = options.confirm(request, signal, sas);
  // Whoever is asked may answer with an error once it is told to stop.
  asked.catch(() => undefined);
  const late = clock.sleep(confirmMs, signal).then(() => "late" as const);
  late.catch(() => undefined);
  try {
    const decision = await Promise.race([asked, late, channel.ended.then(() => undefined)]);
    return decision === "late" || decision?.sas === sas ? decision : undefined;
  } finally {
    over.abort();
  }
}

async function isStored(
  { clock }: ResponderOptions,
  channel: SecureChannel,
  stored: StoredByDevice,
  stop: AbortSignal,
): Promise<boolean> {
  const over = new AbortController();
  const late = clock.sleep(storedMs, AbortSignal.any([stop, over.signal])).then(() => false);
  late.catch(() => undefined);
  const done = stored.promise.then(() => true);
  try {
    return await Promise.race([done, late, channel.ended.then(() => false)]);
  } finally {
    over.abort();
  }
}

/** A device of which nobody has heard since is no device. Where the host ends before, it is not taken all the same. */
function removeLater({ clock, directory, onProblem }: ResponderOptions, deviceId: string, stop: AbortSignal) {
  const due = clock.sleep(unconfirmedMs, stop).then(
    () => directory.removeUnconfirmed(deviceId),
    () => undefined,
  );
  void due.catch(onProblem);
}
