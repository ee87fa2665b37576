import { decodeUtf8 } from "@nucleic/process";
import type { Json } from "../../wire/messages.ts";
import { isObject, name, object, text } from "../../wire/read.ts";
import type { DecodedExecLine, ExecMessage, ItemKind, ItemMessage } from "./messages.ts";

const maxHeadBytes = 200;

const itemKinds: Readonly<Record<ItemKind, true>> = {
  agent_message: true,
  reasoning: true,
  command_execution: true,
  file_change: true,
  mcp_tool_call: true,
  collab_tool_call: true,
  web_search: true,
  todo_list: true,
};

const phases: Readonly<Record<string, ItemMessage["phase"]>> = {
  "item.started": "started",
  "item.updated": "updated",
  "item.completed": "completed",
};

/** Items that are passed on verbatim on purpose, and why. Any other item or line that is not modelled is news. */
const rawOnPurpose: Readonly<Record<string, string>> = {
  "item/error": "a warning in words, meant for a person: an ignored setting, a model without metadata",
};

/** Reads the bytes of one line, without its line end. Never throws. Bad UTF-8 is replaced. */
export function decodeExecLine(bytes: Uint8Array): DecodedExecLine {
  const line = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    if (line.trim() === "") return { status: "blank" };
    return { status: "invalid", reason: "not JSON", head: headOf(bytes) };
  }
  if (!isObject(value)) return { status: "invalid", reason: "not an object", head: headOf(bytes) };
  const type = name(value.type);
  if (type === undefined) return { status: "invalid", reason: "no type", head: headOf(bytes) };
  const message = read(type, value);
  if (message === undefined) return { status: "unknown", type: typeName(type, value), native: value };
  return { status: "ok", message };
}

/** Whether a type that came out as `raw` was meant to. */
export function isRawOnPurpose(type: string): boolean {
  return Object.hasOwn(rawOnPurpose, type);
}

/** Undefined for what is not modelled, or lacks what makes it what it is. */
function read(type: string, value: Json): ExecMessage | undefined {
  switch (type) {
    case "thread.started": {
      const threadId = name(value.thread_id);
      return threadId === undefined ? undefined : { type, threadId };
    }
    case "turn.started":
      return { type };
    case "turn.completed":
      return { type, usage: object(value.usage) ?? {} };
    case "turn.failed":
      return { type, message: text(object(value.error)?.message) ?? "" };
    case "error": {
      const message = text(value.message);
      return message === undefined ? undefined : { type, message };
    }
    default:
      return readItem(type, value);
  }
}

function readItem(type: string, value: Json): ItemMessage | undefined {
  const phase = Object.hasOwn(phases, type) ? phases[type] : undefined;
  const native = object(value.item);
  const id = name(native?.id);
  const kind = name(native?.type);
  if (!phase || !native || id === undefined || !isItemKind(kind)) return undefined;
  return { type: "item", phase, item: { id, kind, native } };
}

function isItemKind(kind: string | undefined): kind is ItemKind {
  return kind !== undefined && Object.hasOwn(itemKinds, kind);
}

function typeName(type: string, value: Json): string {
  const kind = Object.hasOwn(phases, type) ? name(object(value.item)?.type) : undefined;
  return kind === undefined ? type : `item/${kind}`;
}

function headOf(bytes: Uint8Array): string {
  return decodeUtf8(bytes.subarray(0, maxHeadBytes));
}
