export type { Channel } from "../channel.ts";
export { allow, answer, deny } from "./answering.ts";
export { eventsOf } from "./events-of.ts";
export type { FollowOptions, SessionEvent, SessionNews } from "./following.ts";
export { HostClient, type HostClientOptions, type IntentOptions } from "./host-client.ts";
export { HostError } from "./host-error.ts";
export { type PageContext, pageAddress } from "./page-address.ts";
export type { Board } from "./session-board.ts";
export { type HostAddress, webSocketTo } from "./web-socket.ts";
