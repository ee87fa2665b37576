import type { AgentEvent } from "./event.ts";

/** Deltas are live only: shown as they come, never in a transcript, without a canonical `seq`. */
export function isLiveOnly(event: Pick<AgentEvent, "kind"> & { isPartial?: boolean }): boolean {
  return event.isPartial === true || event.kind === "toolCallInputDelta" || event.kind === "toolOutputDelta";
}
