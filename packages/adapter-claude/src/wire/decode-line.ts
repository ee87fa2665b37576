import { type Json, name, object, objects, readLine, text, unreadable } from "@nucleic/adapter-kit";
import { coverage } from "./coverage.ts";
import { matchDelta, readDelta } from "./decode-delta.ts";
import type { ControlResponseMessage, DecodedLine, WireMessage } from "./messages.ts";

/** Reads the bytes of one line, without its line end. Never throws. Bad UTF-8 is replaced, as the CLI's own JSON is. */
export function decodeLine(bytes: Uint8Array): DecodedLine {
  const delta = matchDelta(bytes);
  if (delta) return { status: "ok", message: delta };
  const line = readLine(bytes);
  if (line.status !== "object") return line;
  const { value } = line;
  const type = name(value.type);
  if (type === undefined) return unreadable("no type", bytes);
  const message = readMessage(type, value);
  if (message === undefined) return { status: "unknown", type: typeName(type, value), native: value };
  return { status: "ok", message };
}

/** The name of a message's type in the coverage table. */
export function typeOf(message: WireMessage): string {
  if (message.type === "stream_delta") return "stream_event";
  return message.type === "system" ? `system/${message.subtype}` : message.type;
}

/** `type`, or `type/subtype` for those types that are told apart by it. */
function typeName(type: string, value: Json): string {
  const subtype = type === "control_request" ? name(object(value.request)?.subtype) : name(value.subtype);
  return subtype === undefined ? type : `${type}/${subtype}`;
}

/** Undefined for what is not modelled, or lacks what makes it what it is. */
export function readMessage(type: string, value: Json): WireMessage | undefined {
  switch (type) {
    case "system":
      return readSystem(value);
    case "assistant":
      return readAssistant(value);
    case "user":
      return readUser(value);
    case "stream_event": {
      const event = object(value.event);
      const delta = event && readDelta(event, value);
      return delta ?? (event && { type, event, parent: name(value.parent_tool_use_id), native: value });
    }
    case "result":
      return {
        type,
        subtype: text(value.subtype) ?? "",
        isError: value.is_error === true,
        native: value,
      };
    case "rate_limit_event": {
      const info = object(value.rate_limit_info);
      return info && { type, info };
    }
    case "control_request":
      return readControlRequest(value);
    case "control_cancel_request": {
      const requestId = name(value.request_id);
      return requestId === undefined ? undefined : { type, requestId };
    }
    case "control_response":
      return readControlResponse(value);
    case "command_lifecycle": {
      const commandUuid = name(value.command_uuid);
      return commandUuid === undefined ? undefined : { type, commandUuid, state: text(value.state) ?? "" };
    }
    case "keep_alive":
      return { type };
    default:
      return undefined;
  }
}

function readSystem(value: Json): WireMessage | undefined {
  const subtype = name(value.subtype);
  if (subtype === undefined || !isUnderstood(`system/${subtype}`)) return undefined;
  return { type: "system", subtype, sessionId: name(value.session_id), native: value };
}

function isUnderstood(type: string): boolean {
  return Object.hasOwn(coverage, type) && coverage[type]?.is !== "raw";
}

function readAssistant(value: Json): WireMessage | undefined {
  const message = object(value.message);
  const messageId = name(message?.id) ?? name(value.uuid);
  if (message === undefined || messageId === undefined) return undefined;
  return {
    type: "assistant",
    messageId,
    model: name(message.model),
    content: contentOf(message.content),
    parent: name(value.parent_tool_use_id),
    error: name(value.error),
    native: value,
  };
}

function readUser(value: Json): WireMessage | undefined {
  const message = object(value.message);
  if (message === undefined) return undefined;
  return {
    type: "user",
    content: contentOf(message.content),
    parent: name(value.parent_tool_use_id),
    uuid: name(value.uuid),
    isReplay: value.isReplay === true,
    isSynthetic: value.isSynthetic === true,
    toolUseResult: value.tool_use_result,
    toolResultMeta: objects(value.tool_result_meta),
    native: value,
  };
}

/** A plain string stands for one text block. */
function contentOf(content: unknown): readonly Json[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : objects(content);
}

function readControlRequest(value: Json): WireMessage | undefined {
  const requestId = name(value.request_id);
  const request = object(value.request);
  if (requestId === undefined || request === undefined) return undefined;
  const toolName = name(request.tool_name);
  if (request.subtype !== "can_use_tool" || toolName === undefined) return undefined;
  return { type: "control_request", requestId, toolName, request };
}

function readControlResponse(value: Json): ControlResponseMessage | undefined {
  const response = object(value.response);
  const requestId = name(response?.request_id);
  if (response === undefined || requestId === undefined) return undefined;
  const outcome: ControlResponseMessage["outcome"] =
    response.subtype === "success"
      ? { ok: true, response: object(response.response) ?? {} }
      : {
          ok: false,
          error: text(response.error) ?? "unknown error",
          errorCode: name(response.error_code),
        };
  return { type: "control_response", requestId, outcome };
}
