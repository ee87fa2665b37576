export { natsFrames } from "./nats.ts";
export { type NatsMailboxOptions, natsMailbox } from "./nats-mailbox.ts";
export {
  type WebSocketListener,
  type WebSocketListenerOptions,
  webSocketListener,
} from "./web-socket-listener.ts";
