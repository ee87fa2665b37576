import { bytesField, type Fields, listField, readFields, textField, writeFields } from "./fields.ts";
import { Handshake, type HandshakeResult } from "./handshake.ts";
import type { PairingRoot } from "./pairing-roots.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import { chooseVersion, readOffer } from "./versions.ts";
import { frameOf, frameType, headerBytes, prologueOf, type Transport, tagBytes } from "./wire.ts";

/** What a device says of itself in P3. */
export interface ProposedDevice {
  readonly key: Uint8Array;
  readonly name: string;
  readonly platform: string;
  readonly requestedScopes: readonly string[];
  readonly canPush: boolean;
  readonly approvalKey: Uint8Array;
  readonly version: number;
  readonly keys: HandshakeResult;
}

/** The host's half of P1, P2 and P3. */
export class PairingHandshake {
  readonly root: PairingRoot;
  readonly #handshake: Handshake;
  #version = 0;

  constructor(sodium: Sodium, root: PairingRoot, hostKey: KeyPair, transport: Transport) {
    this.root = root;
    this.#handshake = new Handshake({
      sodium,
      pattern: "XKpsk3",
      role: "responder",
      prologue: prologueOf("pair", transport, root.tag),
      staticKey: hostKey,
      psk: root.psk,
    });
  }

  /** P2, in answer to a P1 whose MAC has been checked and taken off. @throws NoiseError */
  answer(first: Uint8Array, hostName: string): Uint8Array {
    const offer = readOffer(readFields(this.#handshake.read(first.subarray(headerBytes + tagBytes))));
    this.#version = chooseVersion(offer, 0);
    const payload = writeFields({ ver: this.#version, features: [], hostName });
    return frameOf(frameType.pair2, this.#handshake.write(payload));
  }

  /** Reads P3. @throws NoiseError */
  finish(third: Uint8Array): ProposedDevice {
    const fields: Fields = readFields(this.#handshake.read(third.subarray(headerBytes)));
    const key = this.#handshake.remoteStatic;
    const device = {
      name: textField(fields, "deviceName", 64),
      platform: textField(fields, "platform", 64),
      requestedScopes: listField(fields, "requestedScopes"),
      canPush: fields.pushCap === true,
      approvalKey: bytesField(fields, "approvalKey", 32),
    };
    const keys = this.#handshake.finish();
    if (key === undefined) throw new TypeError("P3 carries a key");
    return { ...device, key, keys, version: this.#version };
  }

  wipe(): void {
    this.#handshake.wipe();
  }
}
