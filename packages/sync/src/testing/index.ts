export { frameLinkContract, type LinkSetting, type TestApi } from "./frame-link-contract.ts";
export { type FrameLinkPair, frameLinkPair, type LinkFaults, type SentFrame } from "./frame-link-pair.ts";
export { type KeyStoreDemand, keyStoreContract, type OpenKeyStore } from "./key-store-contract.ts";
export { MemoryDeviceDirectory } from "./memory-device-directory.ts";
