import { closeAsk } from "@nucleic/adapter-kit";
import type { EventBody, ToolCallId } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import { text } from "../wire/read.ts";
import type { CodexStep } from "./codex-step.ts";
import { textBlocks } from "./content.ts";
import { fileChangesOf } from "./patch.ts";
import type { OpenCall } from "./state.ts";
import { type ToolOutcome, toolOf, toolTypes } from "./tools.ts";

/** Whether items of that sort are tool calls. */
export function isCall(type: string): boolean {
  return Object.hasOwn(toolTypes, type);
}

/** A call begins. Its input is whole, but for those whose item is filled in only at the end. */
export function startCall(step: CodexStep, id: string, item: Json): void {
  if (step.state.calls.has(id)) return;
  const tool = toolOf(item);
  step.setCall(id, {
    tool: tool.tool,
    nativeTool: tool.nativeTool,
    turnId: step.state.turn?.id,
    item,
    inputTold: false,
  });
  step.emit({
    kind: "toolCallStarted",
    toolCallId: id as ToolCallId,
    tool: tool.tool,
    nativeTool: tool.nativeTool,
  });
  if (!tool.inputComesLast) tellInput(step, id, item);
}

/** Output of a call while it runs, also of one whose turn is over. Early output may come only with the result. */
export function takeOutput(step: CodexStep, itemId: string, output: string): void {
  const call = step.state.calls.get(itemId);
  if (!call || output === "") return;
  emitOf(step, call, { kind: "toolOutputDelta", toolCallId: itemId as ToolCallId, text: output });
}

/** The patch as it is now: what an approval shows. One that was asked for before no longer shows what would be done. */
export function takePatch(step: CodexStep, itemId: string, changes: unknown): void {
  const call = step.state.calls.get(itemId);
  if (!call) return;
  step.setCall(itemId, { ...call, item: { ...call.item, changes } });
  outdate(step, itemId);
}

/** What was shown of it is not what would be done any more. */
export function outdate(step: CodexStep, itemId: string): void {
  for (const ask of step.state.asks.values())
    if (ask.native.params.itemId === itemId)
      step.setAsk(ask.id, { ...ask, native: { ...ask.native, outdated: true } });
}

/** A call is over: its result, and the files that it changed. */
export function finishCall(step: CodexStep, id: string, item: Json): void {
  const call = step.state.calls.get(id);
  if (!call) return;
  tellInput(step, id, item);
  const result = resultOf(call, item);
  withdrawAsksOf(step, id);
  step.setCall(id, undefined);
  step.done(id);
  emitOf(step, call, { kind: "toolResult", toolCallId: id as ToolCallId, ...result });
  if (result.isError) return;
  for (const change of fileChangesOf(item, step.state))
    emitOf(step, call, { kind: "fileChange", toolCallId: id as ToolCallId, ...change, inferred: false });
}

/** Of a call that was refused with a reason, the reason. */
function resultOf({ refusal }: OpenCall, item: Json): ToolOutcome {
  const { result } = toolOf(item);
  return refusal !== undefined && result.isError ? { ...result, content: textBlocks(refusal) } : result;
}

/** Closes the calls that fit and whose result will not come any more, or of which nobody knows when. */
export function cutCalls(step: CodexStep, fits: (call: OpenCall) => boolean = () => true): void {
  for (const [id, call] of step.state.calls) {
    if (!fits(call)) continue;
    step.setCall(id, undefined);
    step.cut(id);
    emitOf(step, call, {
      kind: "toolResult",
      toolCallId: id as ToolCallId,
      content: [],
      isError: true,
      truncated: true,
    });
  }
}

/** The call is over without us: in the end nobody was asked. What a bare stdout does not show may have been answered. */
function withdrawAsksOf(step: CodexStep, id: string): void {
  if (!step.state.answersSeen) return;
  for (const ask of step.state.asks.values())
    if (text(ask.native.params.itemId) === id) closeAsk(step, ask, "withdrawn");
}

function tellInput(step: CodexStep, id: string, item: Json): void {
  const call = step.state.calls.get(id);
  if (!call || call.inputTold) return;
  step.setCall(id, { ...call, item, inputTold: true });
  emitOf(step, call, { kind: "toolCallCompleted", toolCallId: id as ToolCallId, input: toolOf(item).input });
}

/** As part of the turn of the call, which may be over. */
function emitOf(step: CodexStep, { turnId }: OpenCall, event: EventBody): void {
  step.emitOutside(turnId === undefined ? event : { ...event, turnId });
}
