import type { RequestId } from "../wire/generated/0.171.0/types.ts";
import type { Json } from "../wire/messages.ts";

/** The requests of the server that a person answers, by what their answer looks like. */
export type NativeAskKind =
  | "command"
  | "fileChange"
  | "permissions"
  | "userInput"
  | "elicitationForm"
  | "elicitationUrl"
  | "mcpToolCall";

/** A request of the server as it came. */
export interface NativeAsk {
  readonly kind: NativeAskKind;
  /** To be answered under this id. The first one is 0. */
  readonly requestId: RequestId;
  readonly method: string;
  readonly params: Json;
  /** What was shown is not what would be done any more: no answer to it is an allow. */
  readonly outdated?: true;
}
