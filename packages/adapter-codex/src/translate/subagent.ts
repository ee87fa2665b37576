import { closeAsk } from "@nucleic/adapter-kit";
import type { Json, LooseItem, NotificationLine } from "../wire/messages.ts";
import { name, object, text } from "../wire/read.ts";
import { outdate } from "./call.ts";
import type { CodexStep } from "./codex-step.ts";

/**
 * The agent tells of an agent of its own, which works in a thread of its own on the same connection (0.171.0). What that
 * one does is told by these words alone; what it asks is asked here, for nobody else would answer.
 */
export function noteSubagent(step: CodexStep, item: Json): void {
  const { agentThreadId }: LooseItem<"subAgentActivity"> = item;
  const threadId = name(agentThreadId);
  const { subagents } = step.state;
  if (item.type !== "subAgentActivity" || threadId === undefined || subagents.has(threadId)) return;
  step.set({ subagents: new Map(subagents).set(threadId, new Map()) });
}

/** A line of a subagent's thread: kept as far as an approval may need it. */
export function takeOfSubagent(
  step: CodexStep,
  threadId: string,
  { method, params }: NotificationLine,
): void {
  const item = object(params.item) ?? {};
  const id = name(item.id) ?? name(params.itemId);
  noteSubagent(step, item);
  if (method === "turn/completed") withdraw(step, (asked) => asked.threadId === threadId);
  else if (id === undefined) return;
  else if (method === "item/started") setItem(step, threadId, id, item);
  else if (method === "item/fileChange/patchUpdated") {
    setItem(step, threadId, id, { ...subagentItem(step, threadId, id), changes: params.changes });
    outdate(step, id);
  } else if (method === "item/completed") {
    setItem(step, threadId, id, undefined);
    withdraw(step, (asked) => asked.threadId === threadId && text(asked.itemId) === id);
  }
}

export function subagentItem(step: CodexStep, threadId: unknown, itemId: string): Json | undefined {
  return step.state.subagents.get(text(threadId) ?? "")?.get(itemId);
}

function withdraw(step: CodexStep, fits: (asked: Json) => boolean): void {
  for (const ask of step.state.asks.values()) if (fits(ask.native.params)) closeAsk(step, ask, "withdrawn");
}

/** Only what can be asked about is kept. */
function setItem(step: CodexStep, threadId: string, id: string, item: Json | undefined): void {
  const items = new Map(step.state.subagents.get(threadId));
  if (item?.type === "fileChange" || item?.type === "commandExecution") items.set(id, item);
  else if (!items.delete(id)) return;
  step.set({ subagents: new Map(step.state.subagents).set(threadId, items) });
}
