export type { Choose } from "./crash-state.ts";
export { type FaultScript, faultyFiles } from "./faulty-files.ts";
export { type DiskOperation, type DiskState, SimulatedDisk } from "./simulated-disk.ts";
