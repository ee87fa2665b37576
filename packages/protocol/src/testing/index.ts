export { eventFactory } from "./event-factory.ts";
export type { Reply, Scenario, Step } from "./scenario.ts";
