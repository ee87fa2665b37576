import type { AgentEvent, EventOf } from "@nucleic/protocol";
import { isKnown } from "../session/event-kinds.ts";
import type { SessionEvent } from "../session/session.ts";

/** What kind of thing was found. */
export type SearchKind = "message" | "command" | "path" | "output";

/** The text of a record that can be searched for. */
export interface SearchText {
  readonly kind: SearchKind;
  readonly text: string;
}

/** Of each text, this much from its beginning is searched. */
export const maxTextBytes = 8 * 1024;

/** What there is to find in a record: what was said, what a call was for, the beginning of what it answered. */
export function searchText(event: SessionEvent): SearchText | undefined {
  if (!isKnown(event)) return undefined;
  const found = textOf(event);
  return found && found.text.trim() !== "" ? { ...found, text: clip(found.text) } : undefined;
}

function textOf(event: AgentEvent): SearchText | undefined {
  switch (event.kind) {
    case "userMessage":
    case "assistantText":
      return { kind: "message", text: event.text };
    case "toolCallCompleted":
      return callText(event.input);
    case "toolResult":
      return { kind: "output", text: outputText(event) };
    case "fileChange":
      return {
        kind: "path",
        text: event.movedTo === undefined ? event.path : `${event.path} ${event.movedTo}`,
      };
    default:
      return undefined;
  }
}

const commandMembers = ["command", "url", "query", "pattern", "prompt", "server", "tool"];

function callText(input: EventOf<"toolCallCompleted">["input"]): SearchText | undefined {
  const parts = commandMembers.flatMap((name) => (typeof input[name] === "string" ? [input[name]] : []));
  const path = typeof input.path === "string" ? input.path : undefined;
  if (parts.length > 0) return { kind: "command", text: [...parts, ...(path ? [path] : [])].join("\n") };
  return path === undefined ? undefined : { kind: "path", text: path };
}

function outputText({ content }: EventOf<"toolResult">): string {
  let text = "";
  for (const block of content) {
    if (block.kind === "text") text += text === "" ? block.text : `\n${block.text}`;
    if (text.length >= maxTextBytes) break;
  }
  return text;
}

function clip(text: string): string {
  // A character takes at most three bytes for each of its UTF-16 units.
  if (text.length * 3 <= maxTextBytes) return text;
  const bytes = Buffer.from(text.slice(0, maxTextBytes));
  return bytes.length <= maxTextBytes ? bytes.toString() : bytes.toString("utf8", 0, maxTextBytes);
}
