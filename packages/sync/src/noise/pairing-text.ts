import { toBase64Url } from "./bytes.ts";
import { bytesField, countField, type Fields, textField } from "./fields.ts";
import { maxRelayChars } from "./limits.ts";
import { NoiseError } from "./noise-error.ts";
import type { Pairing } from "./pairing.ts";
import type { KeyPair } from "./sodium.ts";

/** A pairing as a text for a key store. Secret. */
export function writePairing(pairing: Pairing): string {
  const { approvalKey, deviceKey, hostKey, nextDeviceKey, nextHostKey, psk, ...plain } = pairing;
  return JSON.stringify({
    v: 1,
    ...plain,
    hostKey: toBase64Url(hostKey),
    psk: toBase64Url(psk),
    ...pairFields("deviceKey", deviceKey),
    ...pairFields("approvalKey", approvalKey),
    ...(nextDeviceKey === undefined ? {} : pairFields("nextDeviceKey", nextDeviceKey)),
    ...(nextHostKey === undefined
      ? {}
      : { nextHostKey: toBase64Url(nextHostKey.publicKey), notBefore: nextHostKey.notBefore }),
  });
}

/** Reads it again. @throws NoiseError `malformed`, or `unsupported` for one that a newer version has written */
export function readPairing(text: string): Pairing {
  const fields = parse(text);
  if (fields.v !== 1) throw new NoiseError("unsupported", "the pairing was kept by a newer version");
  return {
    hostId: textField(fields, "hostId"),
    deviceId: textField(fields, "deviceId"),
    hostName: textField(fields, "hostName"),
    hostKey: bytesField(fields, "hostKey", 32),
    deviceKey: readPair(fields, "deviceKey", 32),
    psk: bytesField(fields, "psk", 32),
    approvalKey: readPair(fields, "approvalKey", 64),
    version: countField(fields, "version"),
    ...("relay" in fields ? { relay: textField(fields, "relay", maxRelayChars) } : {}),
    ...("nextDeviceKeyPublic" in fields ? { nextDeviceKey: readPair(fields, "nextDeviceKey", 32) } : {}),
    ...("nextHostKey" in fields
      ? {
          nextHostKey: {
            publicKey: bytesField(fields, "nextHostKey", 32),
            notBefore: countField(fields, "notBefore"),
          },
        }
      : {}),
  };
}

function pairFields(name: string, { publicKey, secretKey }: KeyPair): object {
  return { [`${name}Public`]: toBase64Url(publicKey), [`${name}Secret`]: toBase64Url(secretKey) };
}

function readPair(fields: Fields, name: string, secretBytes: number): KeyPair {
  return {
    publicKey: bytesField(fields, `${name}Public`, 32),
    secretKey: bytesField(fields, `${name}Secret`, secretBytes),
  };
}

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Fields;
  } catch (cause) {
    throw new NoiseError("malformed", "a pairing that was kept cannot be read", { cause });
  }
  throw new NoiseError("malformed", "a pairing that was kept cannot be read");
}
