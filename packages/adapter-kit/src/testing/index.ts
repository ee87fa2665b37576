export { type AfterInterrupt, afterInterrupt } from "./after-interrupt.ts";
export { type Bench, type BenchParts, type CleanHome, openBench } from "./bench.ts";
export { type Confining, type ConfiningEngine, confinedBench } from "./confined-bench.ts";
export {
  type ContractBench,
  contractSetting,
  markedProcesses,
} from "./contract-setting.ts";
export { cutAt, goldenEvents, goldenHistory, type SteadyOptions } from "./golden.ts";
export { type HistoryContract, historyContract } from "./history-contract.ts";
export { allowAll, decide, hooksThat, person, type RememberingHooks } from "./hooks.ts";
export {
  DamagedHome,
  type DamagedReading,
  historyEvents,
  type NativeFixture,
  nativeFixtures,
} from "./native-fixtures.ts";
export {
  type BusyRun,
  type Ending,
  endings,
  endlessCall,
  inCommand,
  killedBy,
  type OrphanBench,
  processesAfterLeaving,
  programOf,
  type Remains,
  remainsAfter,
} from "./orphans.ts";
export { persistentErrors, type ReplyRequest } from "./replies.ts";
export { faultsOf, say, sessionSpec } from "./session.ts";
