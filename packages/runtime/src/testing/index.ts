export { type FaultScript, faultyFiles } from "./faulty-files.ts";
