export { eventFactory } from "./event-factory.ts";
export type { Reply, Scenario, Step, StepUsage } from "./scenario.ts";
