import { closeAsk } from "@nucleic/adapter-kit";
import type { ToolCallId } from "@nucleic/protocol";
import { askAbout } from "./asks.ts";
import { closeBlock } from "./block.ts";
import type { CallPatch } from "./call-patch.ts";
import { forgetCall, isClosed } from "./closed-calls.ts";
import type { OpenCall } from "./state.ts";
import type { Step } from "./step.ts";
import { finishCall, tellOutput } from "./tool-result.ts";
import { inputOf, nativeToolOf, toolOf } from "./tools.ts";
import { ensureTurn } from "./turn.ts";

/** A `tool_call` or `tool_call_update`. Either may be the first or the last that is heard of a call. */
export function takeCall(step: Step, id: string, patch: CallPatch): void {
  if (isClosed(step, id)) return;
  const call = upsertCall(step, id, patch);
  const over = patch.status === "completed" || patch.status === "failed";
  if (over) finishCall(step, id, call, patch);
  else if (patch.status === "in_progress") tellOutput(step, id, call, patch);
}

/** Begins a call that is not known, and adds what is new to one that is. */
export function upsertCall(step: Step, id: string, patch: CallPatch): OpenCall {
  const known =
    step.state.calls.get(id) ?? startCall(step, id, nativeToolOf(step.state.quirks, id, patch), patch);
  const call: OpenCall = {
    ...known,
    kind: patch.kind ?? known.kind,
    title: patch.title ?? known.title,
    rawInput: { ...known.rawInput, ...patch.rawInput },
    places: patch.places ?? known.places,
    diffs: patch.diffs ?? known.diffs,
    diffsReported: patch.diffs ? isReport(known, patch) : known.diffsReported,
  };
  if (call.completed || !isWhole(patch)) {
    step.setCall(id, call);
    return call;
  }
  const whole = { ...call, completed: true };
  step.setCall(id, whole);
  step.emit({
    kind: "toolCallCompleted",
    toolCallId: id as ToolCallId,
    input: inputOf(step.state.quirks, whole),
  });
  return whole;
}

/** Told once, with the name that the agent gives first. */
export function startCall(step: Step, id: string, nativeTool: string, patch?: CallPatch): OpenCall {
  ensureTurn(step);
  closeBlock(step);
  const tool = toolOf(step.state.quirks, nativeTool, patch);
  const title = patch?.title;
  step.emit({
    kind: "toolCallStarted",
    toolCallId: id as ToolCallId,
    tool,
    nativeTool,
    ...(title !== undefined && title !== nativeTool && { title }),
  });
  const call = { ...unheard, tool, nativeTool };
  step.setCall(id, call);
  return call;
}

/** A call of which nothing is known yet but its name. */
const unheard: Omit<OpenCall, "tool" | "nativeTool"> = {
  kind: undefined,
  title: undefined,
  rawInput: {},
  places: [],
  diffs: [],
  diffsReported: false,
  completed: false,
  output: "",
  denied: false,
};

/** A change that is shown before the call's input is whole, or with it, is what the call is going to do. */
function isReport(known: OpenCall, { source, status }: CallPatch): boolean {
  return source !== "permission" && (known.completed || status === "completed");
}

/**
 * A first `tool_call` may come before its input (claude-agent-acp, opencode); who asks, runs or is done has it all, and so
 * has an update that brings some.
 */
function isWhole({ source, status, rawInput }: CallPatch): boolean {
  if (source === "permission") return true;
  if (status === "in_progress" || status === "completed" || status === "failed") return true;
  return source === "update" && rawInput !== undefined && Object.keys(rawInput).length > 0;
}

/** No result will come any more. One that was refused was not cut short: it never ran. */
export function abandonCall(step: Step, id: string): void {
  const call = step.state.calls.get(id);
  if (!call) return;
  // Where answers are not seen, the ask may well have been answered.
  const ask = step.state.answersSeen ? askAbout(step, id) : undefined;
  if (ask) closeAsk(step, ask, "withdrawn");
  forgetCall(step, id);
  step.emit({
    kind: "toolResult",
    toolCallId: id as ToolCallId,
    content: [],
    isError: true,
    ...(!call.denied && { truncated: true }),
  });
}
