export { type Answered, send } from "./send.ts";
export { type Attempt, strangers } from "./strangers.ts";
