export { approvalSigner, digestOf } from "./approvals.ts";
export { BrowserKeyStore } from "./browser-key-store.ts";
export { toBase64Url } from "./bytes.ts";
export type { ChannelEnd, CloseReason } from "./channel-end.ts";
export { HostConnection, type HostConnectionOptions } from "./connect-host.ts";
export { bindingOf, deviceIdOf, hostIdOf, sasOf } from "./derive.ts";
export type { DeviceDirectory, DeviceRow, DeviceUse } from "./device-directory.ts";
export { idText, spokenId } from "./id-text.ts";
export type { LinkWelcome } from "./initiate-link.ts";
export { type PairingAttempt, pairWithHost } from "./initiate-pairing.ts";
export type { KeyStore } from "./key-store.ts";
export { type KnownHost, readKnownHost, writeKnownHost } from "./known-host.ts";
export { NoiseError, type NoiseErrorCode } from "./noise-error.ts";
export {
  connectPaired,
  type PairingAtLink,
  pairAtLink,
  type WayToHost,
  type WayToKnownHost,
} from "./paired-host.ts";
export type { Pairing } from "./pairing.ts";
export { type Endpoint, type PairingLink, readPairingLink } from "./pairing-link.ts";
export type { PairingOutcome } from "./pairing-roots.ts";
export { readPairing, writePairing } from "./pairing-text.ts";
export { type PairingOffer, Responder } from "./responder.ts";
export type {
  ConnectedDevice,
  HostKeys,
  LinkOrigin,
  PairingDecision,
  PairingRequest,
  ResponderOptions,
} from "./responder-options.ts";
export type { SecureChannel } from "./secure-channel.ts";
export type { KeyPair, Sodium } from "./sodium.ts";
export { loadSodium } from "./wasm-sodium.ts";
export type { Transport } from "./wire.ts";
