export { type KeyStoreDemand, keyStoreContract, type OpenKeyStore } from "./key-store-contract.ts";
export { MemoryDeviceDirectory } from "./memory-device-directory.ts";
