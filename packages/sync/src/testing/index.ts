export { type ChannelPair, channelPair } from "./channel-pair.ts";
