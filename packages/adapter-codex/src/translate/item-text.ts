import type {
  AgentMessageDeltaNotification,
  ReasoningSummaryTextDeltaNotification,
  ReasoningTextDeltaNotification,
} from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose, LooseItem } from "../wire/messages.ts";
import { count, name, strings, text } from "../wire/read.ts";
import type { CodexStep } from "./codex-step.ts";
import { appendText, cutTexts, finishText, type TextOf } from "./text.ts";

/**
 * A message or reasoning begins. One of these that is open still was cut: by a broken stream, after which Codex begins
 * again under a new id, or by a steer. A plan is streamed beside its message.
 */
export function startText(step: CodexStep, itemType: string): void {
  if (itemType === "plan") return;
  cutTexts(step, (open) => open.itemType !== "plan");
}

/** A piece of a message, or of a plan that the agent writes down in plan mode. */
export function takeMessageDelta(step: CodexStep, params: Json, itemType: "agentMessage" | "plan"): void {
  const { itemId, delta }: Loose<AgentMessageDeltaNotification> = params;
  const id = openItem(step, itemId);
  if (id !== undefined) appendText(step, id, messageOf(id, itemType), text(delta) ?? "");
}

export function finishMessage(step: CodexStep, item: Json, itemType: "agentMessage" | "plan"): void {
  const { id: itemId, text: content }: LooseItem<"agentMessage"> = item;
  const id = name(itemId) ?? "";
  const said = text(content) ?? "";
  finishText(step, id, messageOf(id, itemType), said);
  if (said !== "") step.setTurn({ finalText: said });
}

export function takeSummaryDelta(step: CodexStep, params: Json): void {
  const { itemId, summaryIndex, delta }: Loose<ReasoningSummaryTextDeltaNotification> = params;
  takeThinking(step, itemId, "summary", summaryIndex, delta);
}

export function takeReasoningDelta(step: CodexStep, params: Json): void {
  const { itemId, contentIndex, delta }: Loose<ReasoningTextDeltaNotification> = params;
  takeThinking(step, itemId, "content", contentIndex, delta);
}

/** Each part of the summary, and of what was thought where the provider shows it, is a block of its own. */
export function finishReasoning(step: CodexStep, item: Json): void {
  const { id: itemId, summary, content }: LooseItem<"reasoning"> = item;
  const id = name(itemId) ?? "";
  for (const [sort, parts] of [
    ["summary", strings(summary)],
    ["content", strings(content)],
  ] as const)
    for (const [index, part] of parts.entries())
      finishText(step, partId(id, sort, index), thinkingOf(id), part);
  // Streamed, and then not part of the whole: it stays said.
  for (const [open, { text: said }] of [...step.state.texts].filter(([, of]) => of.itemId === id))
    finishText(step, open, thinkingOf(id), said);
}

function takeThinking(
  step: CodexStep,
  itemId: unknown,
  sort: "summary" | "content",
  index: unknown,
  delta: unknown,
): void {
  const id = openItem(step, itemId);
  if (id === undefined) return;
  appendText(step, partId(id, sort, count(index) ?? 0), thinkingOf(id), text(delta) ?? "");
}

/** Deltas of an item that is closed come too late. */
function openItem(step: CodexStep, itemId: unknown): string | undefined {
  const id = name(itemId);
  return id === undefined || step.state.turn?.done.has(id) ? undefined : id;
}

function partId(itemId: string, sort: "summary" | "content", index: number): string {
  return `${itemId}:${sort}:${index}`;
}

function messageOf(itemId: string, itemType: string): TextOf {
  return { kind: "assistantText", itemId, itemType };
}

function thinkingOf(itemId: string): TextOf {
  return { kind: "thinking", itemId, itemType: "reasoning" };
}
