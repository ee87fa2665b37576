import type { Json } from "@nucleic/adapter-kit";
import type { ToolCallId } from "@nucleic/protocol";
import { withdrawAsksOf } from "./approval.ts";
import type { Step } from "./step.ts";
import { normalizeInput, toolNameOf } from "./tools.ts";

/** A call is announced: by its block's start or, without a stream, by its assistant line. Told once. */
export function startCall(step: Step, id: string, nativeTool: string, parent: string | undefined): void {
  if (step.state.calls.has(id)) return;
  const tool = toolNameOf(nativeTool);
  step.setCall(id, { tool, nativeTool, parent, input: undefined });
  step.emit({
    kind: "toolCallStarted",
    toolCallId: id as ToolCallId,
    tool,
    nativeTool,
    ...(parent !== undefined && { parentToolCallId: parent as ToolCallId }),
  });
}

/** Its input is whole. Told once. */
export function completeCall(step: Step, id: string, input: Json): void {
  const call = step.state.calls.get(id);
  if (!call || call.input) return;
  step.setCall(id, { ...call, input });
  step.emit({
    kind: "toolCallCompleted",
    toolCallId: id as ToolCallId,
    input: normalizeInput(call.nativeTool, input),
  });
}

/** No result will come any more: the reply was cut, the turn or the run is over. What its subagent has open goes too. */
export function abandonCall(step: Step, id: string): void {
  if (!step.state.calls.has(id)) return;
  step.setCall(id, undefined);
  step.emit({
    kind: "toolResult",
    toolCallId: id as ToolCallId,
    content: [],
    isError: true,
    truncated: true,
  });
  abandonCallsOf(step, id);
  withdrawAsksOf(step, id);
}

/** Abandons the calls that a subagent, named by the call that started it, left open. */
export function abandonCallsOf(step: Step, parent: string): void {
  for (const [id, call] of step.state.calls) if (call.parent === parent) abandonCall(step, id);
}

/** Abandons, at the end of a turn, what does not belong to a task that runs on in the background. */
export function abandonForeground(step: Step): void {
  for (const [id, call] of step.state.calls)
    if (call.parent === undefined || !runsOn(step, call.parent)) abandonCall(step, id);
}

/** A subagent runs on where it, or one above it, was sent to the background. Each call above is looked at once. */
function runsOn(step: Step, id: string): boolean {
  const { background, calls } = step.state;
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = calls.get(at)?.parent) {
    if (background.has(at)) return true;
    seen.add(at);
  }
  return false;
}
