export { backendContract } from "./contract/backend-contract.ts";
export type { ContractSetting, ContractSuite, Expectation, TestApi } from "./contract/suite.ts";
export { type EventPayload, eventFactory } from "./event-factory.ts";
export { createGates, type GateKeeper, type Gates } from "./gates.ts";
export { sampleEvents } from "./sample-events.ts";
export type { Reply, Scenario, Step, StepUsage } from "./scenario.ts";
export { type ScriptedBackend, scriptedBackend } from "./scripted/backend.ts";
export type { Memories } from "./scripted/memories.ts";
export {
  type Message,
  type Model,
  type ModelRequest,
  type ScriptedStep,
  scenarioModel,
} from "./scripted/model.ts";
export type { Perform, Performed, Preview, ScriptedOptions } from "./scripted/options.ts";
export { WatchedRun } from "./watched-run.ts";
