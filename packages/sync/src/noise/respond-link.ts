import type { Clock } from "@nucleic/protocol/core";
import { hostIdOf, mac1, mac1Key, withoutMac } from "./derive.ts";
import type { DeviceDirectory, DeviceRow } from "./device-directory.ts";
import { readFields, writeFields } from "./fields.ts";
import { Handshake, type HandshakeResult } from "./handshake.ts";
import { NoiseError } from "./noise-error.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import { chooseVersion, readOffer } from "./versions.ts";
import { frameOf, frameType, headerBytes, prologueOf, type Transport } from "./wire.ts";

/** What the host's half of L1 and L2 needs. */
export interface LinkResponse {
  readonly sodium: Sodium;
  readonly clock: Clock;
  /** The host's keys that are in use: during a rotation two. */
  readonly hostKeys: readonly KeyPair[];
  readonly directory: DeviceDirectory;
  readonly transport: Transport;
}

/** A device that has sent a good L1: it, or somebody who has recorded it. The first record tells. */
export interface AnsweredLink {
  readonly row: DeviceRow;
  readonly key: Uint8Array;
  readonly version: number;
  readonly keys: HandshakeResult;
  readonly second: Uint8Array;
}

const keepaliveMs = 20_000;

/** The key of the host that an L1 is for, and the L1 without its MAC. Costs no public-key operation. */
export function checkFirst(
  sodium: Sodium,
  hostKeys: readonly KeyPair[],
  frame: Uint8Array,
): { readonly hostKey: KeyPair; readonly first: Uint8Array } | undefined {
  for (const hostKey of hostKeys) {
    const key = mac1Key(sodium, hostKey.publicKey);
    const first = withoutMac(sodium, frame, (bytes) => mac1(sodium, key, bytes));
    if (first !== undefined) return { hostKey, first };
  }
  return undefined;
}

/**
 * Answers an L1. Nothing is written: an L1 can be replayed.
 * @throws NoiseError `refused` for a device that is not known or revoked; `notAuthentic`, `downgraded` and the like
 */
export async function answerLink(
  { sodium, clock, directory, transport }: LinkResponse,
  hostKey: KeyPair,
  first: Uint8Array,
): Promise<AnsweredLink> {
  const handshake = new Handshake({
    sodium,
    pattern: "IKpsk2",
    role: "responder",
    prologue: prologueOf("link", transport, hostIdOf(sodium, hostKey.publicKey)),
    staticKey: hostKey,
  });
  try {
    const offer = readOffer(readFields(handshake.read(first.subarray(headerBytes))));
    const key = handshake.remoteStatic ?? new Uint8Array(0);
    const row = await directory.byKey(key);
    if (row === undefined || !mayConnect(row, clock))
      throw new NoiseError("refused", "no device that may connect has this key");
    const version = chooseVersion(offer, row.version);
    handshake.setPsk(row.psk);
    const payload = writeFields({
      ver: version,
      features: [],
      serverTime: clock.now(),
      scopes: row.scopes,
      epoch: row.epoch,
      keepalive: keepaliveMs,
    });
    const second = frameOf(frameType.link2, handshake.write(payload));
    return { row, key, version, second, keys: handshake.finish() };
  } finally {
    handshake.wipe();
  }
}

function mayConnect({ state, confirmBy }: DeviceRow, clock: Clock): boolean {
  return state === "active" || (state === "unconfirmed" && clock.now() < confirmBy);
}
