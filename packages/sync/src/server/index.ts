export type { Channel } from "../channel.ts";
export { type ChannelPair, channelPair } from "../channel-pair.ts";
export { Inbox } from "../inbox.ts";
export type {
  HostNews,
  HostPort,
  IntentAnswer,
  ServedClient,
  SessionEvent,
  SessionSource,
  SessionsChange,
} from "./host-port.ts";
export { IntentRates } from "./intent-rates.ts";
export { limits } from "./limits.ts";
export { refusalOf } from "./refusal.ts";
export { type ServeOptions, serveClient } from "./serve-client.ts";
export { atVerbosity } from "./verbosity.ts";
