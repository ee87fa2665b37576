import type { Step } from "./step.ts";

/** What no event says, verbatim. */
export function emitRaw(step: Step, native: unknown): void {
  step.emit({ kind: "raw", backend: step.state.quirks.id, native });
}

/** Of another session: one process may serve several, and a subagent may have one of its own. */
export function isForeign(
  { state }: Pick<Step, "state">,
  { backendSessionId: id }: { readonly backendSessionId: string | undefined },
): boolean {
  const ours = state.facts.backendSessionId;
  return id !== undefined && ours !== undefined && id !== ours;
}
