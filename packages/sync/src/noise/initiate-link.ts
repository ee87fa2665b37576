import type { Clock } from "@nucleic/protocol/core";
import type { FrameLink } from "../frames.ts";
import { hostIdOf, mac1, mac1Key } from "./derive.ts";
import { countField, type Fields, listField, readFields, writeFields } from "./fields.ts";
import { FrameReader } from "./frame-reader.ts";
import { Handshake } from "./handshake.ts";
import { channelAgeMs, handshakeMs } from "./limits.ts";
import type { Pairing } from "./pairing.ts";
import { channelOver } from "./run-channel.ts";
import type { SecureChannel } from "./secure-channel.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import { checkChosen, messageVersions } from "./versions.ts";
import { frameOf, frameType, headerBytes, prologueOf, type Transport } from "./wire.ts";

/** What a device needs to open a link with a host that it is paired with. */
export interface LinkAttempt {
  readonly sodium: Sodium;
  readonly clock: Clock;
  readonly link: FrameLink;
  readonly transport: Transport;
  readonly pairing: Pairing;
  /** The host's public key to try, and the key to be known by. */
  readonly hostKey: Uint8Array;
  readonly deviceKey: KeyPair;
  readonly clientVersion: string;
  readonly onControl: (fields: Fields, channel: SecureChannel) => void;
  readonly signal: AbortSignal;
}

/** What the host says of the link. */
export interface LinkWelcome {
  readonly version: number;
  readonly scopes: readonly string[];
  /** Goes up with each change of what the device may do. */
  readonly epoch: number;
  /** Epoch milliseconds at the host. */
  readonly serverTime: number;
  /** How often the host wants to hear something. */
  readonly keepaliveMs: number;
}

/** A channel to the host, and what the host said first. */
export interface OpenedLink {
  readonly channel: SecureChannel;
  readonly welcome: LinkWelcome;
}

/**
 * Opens a link: two messages. The channel and the link end together, after a day at the latest.
 * @throws NoiseError `timedOut` (also: the host does not know this device), `lost`, `aborted`, `notAuthentic`,
 *   `downgraded` or `unsupported`
 */
export async function openLink(attempt: LinkAttempt): Promise<OpenedLink> {
  const { clock, link, sodium } = attempt;
  const reader = new FrameReader(link, clock);
  try {
    const { keys, welcome } = await exchange(attempt, reader);
    const channel: SecureChannel = channelOver(link, reader, {
      sodium,
      clock,
      keys,
      onControl: (fields) => attempt.onControl(fields, channel),
    });
    // With this the host knows that it is the device, not somebody who sends its first message again.
    channel.ping();
    void renew(channel, clock);
    return { channel, welcome };
  } catch (error) {
    link.close("no link");
    throw error;
  }
}

async function exchange(attempt: LinkAttempt, reader: FrameReader) {
  const { hostKey, link, pairing, signal, sodium, transport } = attempt;
  const handshake = new Handshake({
    sodium,
    pattern: "IKpsk2",
    role: "initiator",
    prologue: prologueOf("link", transport, hostIdOf(sodium, hostKey)),
    staticKey: attempt.deviceKey,
    remoteStatic: hostKey,
    psk: pairing.psk,
  });
  try {
    const offer = writeFields({ ...messageVersions, features: [], clientVer: attempt.clientVersion });
    const first = frameOf(frameType.link1, handshake.write(offer));
    const mac = mac1(sodium, mac1Key(sodium, hostKey), first);
    link.send(frameOf(frameType.link1, first.subarray(headerBytes), mac));
    const second = await reader.next(frameType.link2, handshakeMs, signal);
    const welcome = readWelcome(readFields(handshake.read(second.subarray(headerBytes))));
    checkChosen(welcome.version, pairing.version);
    return { welcome, keys: handshake.finish() };
  } finally {
    handshake.wipe();
  }
}

function readWelcome(fields: Fields): LinkWelcome {
  return {
    version: countField(fields, "ver"),
    scopes: listField(fields, "scopes"),
    epoch: countField(fields, "epoch"),
    serverTime: countField(fields, "serverTime"),
    keepaliveMs: countField(fields, "keepalive"),
  };
}

/** New keys from nothing every day: what an attacker may have learned of the old ones is void then. */
async function renew(channel: SecureChannel, clock: Clock): Promise<void> {
  const over = new AbortController();
  void channel.ended.then(() => over.abort());
  await clock.sleep(channelAgeMs, over.signal).catch(() => undefined);
  channel.end("renew");
}
