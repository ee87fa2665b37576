import type { Clock } from "@nucleic/protocol/core";
import type { FrameLink } from "../frames.ts";
import { toBase64Url } from "./bytes.ts";
import { deviceIdOf, gateMac, hostIdOf, pairingSecrets, sasOf } from "./derive.ts";
import { bytesField, countField, type Fields, readFields, textField, writeFields } from "./fields.ts";
import { FrameReader } from "./frame-reader.ts";
import { Handshake } from "./handshake.ts";
import { idText } from "./id-text.ts";
import { handshakeMs, maxRelayChars, pairingMs } from "./limits.ts";
import { NoiseError } from "./noise-error.ts";
import type { Pairing } from "./pairing.ts";
import type { PairingLink } from "./pairing-link.ts";
import { channelOver } from "./run-channel.ts";
import type { SecureChannel } from "./secure-channel.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import { checkChosen, messageVersions } from "./versions.ts";
import { frameOf, frameType, headerBytes, prologueOf, type Transport } from "./wire.ts";

/** What a device needs to pair with a host. */
export interface PairingAttempt {
  readonly sodium: Sodium;
  readonly clock: Clock;
  readonly link: FrameLink;
  readonly transport: Transport;
  readonly pairingLink: PairingLink;
  readonly device: {
    readonly name: string;
    readonly platform: string;
    /** What the device would like. The person at the host decides. */
    readonly requestedScopes: readonly string[];
    readonly canPush?: boolean;
  };
  /** Six digits, to be compared with those at the host. */
  readonly onDigits: (sas: string) => void;
  /** Keeps it durably. Only then is the host told that the pairing is complete. */
  readonly store: (pairing: Pairing) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Pairs: three messages, and then a person at the host who compares and confirms. The link is closed afterwards.
 * @throws NoiseError `expired`, `refused`, `timedOut`, `lost`, `aborted`, `notAuthentic` or `weakKey`; what `store` throws
 */
export async function pairWithHost(attempt: PairingAttempt): Promise<Pairing> {
  const { clock, pairingLink, link, signal, sodium } = attempt;
  if (clock.now() >= pairingLink.expiresAt * 1_000) {
    link.close("the pairing link is too old");
    throw new NoiseError("expired", "this pairing link is too old", {
      hint: "Have the host show a new one.",
    });
  }
  const keys = { device: sodium.keyPair(), approval: sodium.signingPair() };
  const reader = new FrameReader(link, clock);
  try {
    const agreed = await exchange(attempt, reader, keys);
    const stop = new AbortController();
    const accepted = new Accepted();
    const channel = channelOver(link, reader, {
      sodium,
      clock,
      keys: agreed.result,
      onControl: (fields) => accepted.take(fields),
      carriesMessages: false,
    });
    try {
      attempt.onDigits(sasOf(sodium, agreed.result.hash));
      const fields = await accepted.wait(channel, clock, AbortSignal.any([signal, stop.signal]));
      const pairing = pairingOf(sodium, pairingLink, keys, agreed.version, fields);
      await attempt.store(pairing);
      channel.sendControl({ t: "pair.done" });
      await endOf(channel, clock, stop.signal);
      return pairing;
    } finally {
      stop.abort(new NoiseError("closed", "the pairing is over"));
      channel.close();
    }
  } catch (error) {
    link.close("no pairing");
    throw error;
  }
}

interface Keys {
  readonly device: KeyPair;
  readonly approval: KeyPair;
}

/** P1, P2 and P3. */
async function exchange(attempt: PairingAttempt, reader: FrameReader, keys: Keys) {
  const { device, link, pairingLink, signal, sodium, transport } = attempt;
  const { gate, psk, tag } = pairingSecrets(sodium, pairingLink.root);
  const handshake = new Handshake({
    sodium,
    pattern: "XKpsk3",
    role: "initiator",
    prologue: prologueOf("pair", transport, tag),
    staticKey: keys.device,
    remoteStatic: pairingLink.hostKey,
    psk,
  });
  try {
    const offer = writeFields({ ...messageVersions, features: [] });
    const first = frameOf(frameType.pair1, tag, handshake.write(offer));
    link.send(frameOf(frameType.pair1, first.subarray(headerBytes), gateMac(sodium, gate, first)));
    const second = await reader.next(frameType.pair2, handshakeMs, signal);
    const version = countField(readFields(handshake.read(second.subarray(headerBytes))), "ver");
    checkChosen(version, 0);
    const third = writeFields({
      deviceName: device.name,
      platform: device.platform,
      requestedScopes: device.requestedScopes,
      pushCap: device.canPush ?? false,
      approvalKey: toBase64Url(keys.approval.publicKey),
    });
    link.send(frameOf(frameType.pair3, handshake.write(third)));
    return { version, result: handshake.finish() };
  } finally {
    handshake.wipe();
    for (const secret of [gate, psk]) sodium.wipe(secret);
  }
}

/** The host's answer, which a person gives. */
class Accepted {
  readonly #answer = Promise.withResolvers<Fields>();

  take(fields: Fields): void {
    if (fields.t === "pair.accept") this.#answer.resolve(fields);
  }

  async wait(channel: SecureChannel, clock: Clock, signal: AbortSignal): Promise<Fields> {
    signal.throwIfAborted();
    const ended = channel.ended.then((end) => {
      if (!end.isClean) throw new NoiseError(end.code, "the host went away before it confirmed the pairing");
      const code = end.reason === "timedOut" ? "timedOut" : "refused";
      throw new NoiseError(code, "the host has not confirmed the pairing");
    });
    const late = clock.sleep(pairingMs, signal).then(() => {
      throw new NoiseError("timedOut", "nobody has confirmed the pairing at the host");
    });
    late.catch(() => undefined);
    return await Promise.race([this.#answer.promise, ended, late]);
  }
}

function pairingOf(
  sodium: Sodium,
  { hostKey }: PairingLink,
  keys: Keys,
  version: number,
  fields: Fields,
): Pairing {
  const deviceId = idText(deviceIdOf(sodium, keys.device.publicKey));
  if (textField(fields, "deviceId") !== deviceId)
    throw new NoiseError("malformed", "the host has accepted another device");
  return {
    hostId: idText(hostIdOf(sodium, hostKey)),
    deviceId,
    hostName: textField(fields, "hostName"),
    hostKey,
    deviceKey: keys.device,
    psk: bytesField(fields, "psk", 32),
    approvalKey: keys.approval,
    version,
    ...("relay" in fields ? { relay: textField(fields, "relay", maxRelayChars) } : {}),
  };
}

/** The host closes when it knows. Where that gets lost, the first link says the same. */
async function endOf(channel: SecureChannel, clock: Clock, signal: AbortSignal): Promise<void> {
  const late = clock.sleep(handshakeMs, signal);
  late.catch(() => undefined);
  await Promise.race([channel.ended, late]);
}
