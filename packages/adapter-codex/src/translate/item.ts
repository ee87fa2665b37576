import type { ThreadItem } from "../wire/generated/0.171.0/types.ts";
import type { Json, LooseItem, NotificationLine } from "../wire/messages.ts";
import { name, object, objects, text } from "../wire/read.ts";
import { finishCall, isCall, startCall } from "./call.ts";
import type { CodexStep } from "./codex-step.ts";
import { finishMessage, finishReasoning, startText } from "./item-text.ts";

/** An item begins. */
export function takeItemStarted(step: CodexStep, line: NotificationLine): void {
  const item = object(line.params.item) ?? {};
  const id = name(item.id);
  const type = item.type as ThreadItem["type"];
  if (id === undefined) step.raw(line.native);
  else if (!step.belongs(line.params)) takeStray(step, id, line);
  else if (!step.state.turn?.done.has(id)) {
    step.setTurn({ retried: undefined });
    if (isCall(type)) startCall(step, id, item);
    else if (!startOther(step, type)) step.raw(line.native);
  }
}

/** An item is complete: also one that was never announced, and a command in the background whose turn is long over. */
export function takeItemCompleted(step: CodexStep, line: NotificationLine): void {
  const item = object(line.params.item) ?? {};
  const id = name(item.id);
  const type = item.type as ThreadItem["type"];
  if (id === undefined) step.raw(line.native);
  else if (step.state.calls.has(id)) finishCall(step, id, item);
  else if (!step.belongs(line.params) || step.state.turn?.done.has(id)) takeStray(step, id, line);
  else if (isCall(type)) {
    startCall(step, id, item);
    finishCall(step, id, item);
  } else if (finishOther(step, type, item)) step.done(id);
  else step.raw(line.native);
}

/** False for what no event says. */
function startOther(step: CodexStep, type: ThreadItem["type"]): boolean {
  switch (type) {
    case "agentMessage":
    case "reasoning":
    case "plan":
      startText(step, type);
      return true;
    case "userMessage":
    case "contextCompaction":
      return true;
    default:
      return false;
  }
}

/** False for what no event says. */
function finishOther(step: CodexStep, type: ThreadItem["type"], item: Json): boolean {
  switch (type) {
    case "agentMessage":
    case "plan":
      finishMessage(step, item, type);
      return true;
    case "reasoning":
      finishReasoning(step, item);
      return true;
    case "userMessage":
      takeUserMessage(step, item);
      return true;
    case "contextCompaction":
      step.emit({ kind: "compaction" });
      return true;
    default:
      return false;
  }
}

/** Told when it was sent, where that is seen here. */
function takeUserMessage(step: CodexStep, item: Json): void {
  if (step.state.answersSeen) return;
  const { content }: LooseItem<"userMessage"> = item;
  const said = objects(content).flatMap((part) => text(part.text) ?? []);
  const steer = step.state.turn?.heard === true;
  step.setTurn({ heard: true });
  step.emit({ kind: "userMessage", text: said.join("\n"), context: [], ...(steer && { steer }) }, "user");
}

/** What became of an item that was closed as cut is passed on, so that it is not lost. History is not told again. */
function takeStray(step: CodexStep, id: string, line: NotificationLine): void {
  if (!step.state.cut.includes(id)) return;
  step.set({ cut: step.state.cut.filter((other) => other !== id) });
  step.raw(line.native);
}
