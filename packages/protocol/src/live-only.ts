/** Deltas are live only: shown as they come, never in a transcript, without a canonical `seq`. */
export function isLiveOnly(event: { readonly kind: string; readonly isPartial?: unknown }): boolean {
  return event.isPartial === true || event.kind === "toolCallInputDelta" || event.kind === "toolOutputDelta";
}
