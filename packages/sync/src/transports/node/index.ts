export { natsFrames } from "./nats.ts";
export { type NatsMailboxOptions, natsMailbox } from "./nats-mailbox.ts";
export {
  type PairingMailbox,
  type RelayCredentials,
  type RelayCredentialsOptions,
  type RelayUser,
  relayCredentials,
} from "./relay/credentials.ts";
export { newRelayOperator, operatorConfig, type RelayOperator } from "./relay/operator.ts";
export { type RelayRevocationsOptions, relayRevocations } from "./relay/revocations.ts";
export {
  type WebSocketListener,
  type WebSocketListenerOptions,
  webSocketListener,
} from "./web-socket-listener.ts";
