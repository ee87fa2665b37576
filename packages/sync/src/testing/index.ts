export { frameLinkContract, type LinkSetting, type TestApi } from "./frame-link-contract.ts";
export { type FrameLinkPair, frameLinkPair, type LinkFaults, type SentFrame } from "./frame-link-pair.ts";
