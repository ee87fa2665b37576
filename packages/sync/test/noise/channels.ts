import { systemClock } from "@nucleic/protocol";
import type { Fields } from "../../src/noise/fields.ts";
import { Handshake } from "../../src/noise/handshake.ts";
import { SecureChannel } from "../../src/noise/secure-channel.ts";
import type { KeyPair, Sodium } from "../../src/noise/sodium.ts";
import { frameType } from "../../src/noise/wire.ts";
import { sodium as wasm } from "./helpers.ts";

/** The two ends of a channel, with nothing between them: what one sends is taken by hand. */
export interface BareChannels {
  readonly device: SecureChannel;
  readonly host: SecureChannel;
  readonly up: Uint8Array[];
  readonly down: Uint8Array[];
}

export interface BareOptions {
  readonly sodium?: Sodium;
  readonly monotonicMs?: () => number;
  readonly deviceKey?: KeyPair;
  readonly hostKey?: KeyPair;
}

/** Two ends after an IKpsk2. */
export function bareChannels(options: BareOptions = {}): BareChannels {
  const { sodium = wasm, monotonicMs = () => 0 } = options;
  const { deviceKey = sodium.keyPair(), hostKey = sodium.keyPair() } = options;
  const both = { sodium, pattern: "IKpsk2", prologue: new Uint8Array(0), psk: new Uint8Array(32) } as const;
  const initiator = new Handshake({
    ...both,
    role: "initiator",
    staticKey: deviceKey,
    remoteStatic: hostKey.publicKey,
  });
  const responder = new Handshake({ ...both, role: "responder", staticKey: hostKey });
  responder.read(initiator.write(new Uint8Array(0)));
  initiator.read(responder.write(new Uint8Array(0)));
  const [up, down]: [Uint8Array[], Uint8Array[]] = [[], []];
  const endOf = (keys: ReturnType<Handshake["finish"]>, sent: Uint8Array[]) =>
    new SecureChannel({
      sodium,
      clock: { ...systemClock, monotonicMs },
      keys,
      send: (frame) => sent.push(frame),
      buffered: () => 0,
      onControl: (_fields: Fields) => undefined,
    });
  return { device: endOf(initiator.finish(), up), host: endOf(responder.finish(), down), up, down };
}

/** The records among what was sent. */
export const recordsOf = (frames: readonly Uint8Array[]) =>
  frames.filter(([type]) => type === frameType.record);
