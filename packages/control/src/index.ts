export {
  type ControlGrant,
  type ControlLimits,
  ControlServer,
  type ControlServerOptions,
} from "./control-server.ts";
export { readDisposition, type TurnEnding } from "./disposition/read-disposition.ts";
export type { ControlHandlers } from "./handlers.ts";
