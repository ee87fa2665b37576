export type { FrameLink } from "../frames.ts";
export { maxFrameBytes, maxWaitingBytes } from "./limits.ts";
export type { FrameListener, IncomingLink } from "./listener.ts";
export { type NatsDevice, natsFrames } from "./nats.ts";
export type { NatsServers } from "./nats-connection.ts";
export { isRelayToken, newRelayToken } from "./nats-subjects.ts";
export { TransportError, type TransportErrorCode } from "./transport-error.ts";
export { webSocketFrames } from "./web-socket.ts";
