export { MemoryDeviceDirectory } from "./memory-device-directory.ts";
