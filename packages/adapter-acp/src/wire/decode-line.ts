import { type Json, name, number, object, objects, readLine, text, unreadable } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import { coverageOf } from "./coverage.ts";
import type { DecodedLine, PermissionOption, WireMessage } from "./messages.ts";

/** Notifications whose params are an update of a kind. */
const updateMethods = new Set(["session/update", "_x.ai/session_notification", "_x.ai/session/update"]);

/** Reads the bytes of one line, without its line end. Never throws. Bad UTF-8 is replaced. */
export function decodeLine(bytes: Uint8Array): DecodedLine {
  // Version 1 has no batches: an array is no message.
  const line = readLine(bytes);
  if (line.status !== "object") return line;
  const { value } = line;
  const method = value.method;
  if (typeof method === "string") return readCall(method, value);
  const message = method === undefined ? readAnswer(value) : undefined;
  return message ? { status: "ok", message } : unreadable("no JSON-RPC message", bytes);
}

/** The name of a line's type in the coverage table; undefined for what is no message. */
export function typeOf(line: DecodedLine): string | undefined {
  if (line.status === "unknown") return line.type;
  if (line.status !== "ok") return undefined;
  const { message } = line;
  switch (message.type) {
    case "update":
      return `session/update/${message.kind}`;
    case "extension":
      return message.name;
    case "permission":
      return "session/request_permission";
    case "exitPlan":
      return "_x.ai/exit_plan_mode";
    case "question":
      return "_x.ai/ask_user_question";
    case "clientRequest":
      return message.method;
    default:
      return message.type;
  }
}

/** A request or notification; its params may be anything. */
export function readCall(method: string, native: Json): DecodedLine {
  const id = idOf(native.id);
  const params = object(native.params) ?? {};
  const message =
    id === undefined ? readNotification(method, params, native) : readRequest(method, id, params, native);
  if (message) return { status: "ok", message };
  const type = typeName(method, params);
  return id === undefined ? { status: "unknown", type, native } : { status: "unknown", type, native, id };
}

function readNotification(method: string, params: Json, native: Json): WireMessage | undefined {
  const type = typeName(method, params);
  const known = coverageOf(type);
  if (!known || known.is === "raw") return undefined;
  const update = object(params.update);
  const common = {
    backendSessionId: name(params.sessionId),
    isReplay: object(params._meta)?.isReplay === true,
    native,
  };
  if (method !== "session/update")
    return { type: "extension", name: type, body: update ?? params, ...common };
  return update && { type: "update", kind: text(update.sessionUpdate) ?? "", update, ...common };
}

/** Undefined for what is not modelled, or lacks what makes it what it is. */
function readRequest(method: string, id: RpcId, params: Json, native: Json): WireMessage | undefined {
  switch (method) {
    case "session/request_permission": {
      const toolCall = object(params.toolCall);
      const toolCallId = name(toolCall?.toolCallId);
      if (!toolCall || toolCallId === undefined) return undefined;
      const options = objects(params.options).flatMap(optionOf);
      const backendSessionId = name(params.sessionId);
      return { type: "permission", id, backendSessionId, toolCall, toolCallId, options, native };
    }
    case "_x.ai/exit_plan_mode":
      return {
        type: "exitPlan",
        id,
        toolCallId: name(params.toolCallId),
        plan: name(params.planContent),
        native,
      };
    case "_x.ai/ask_user_question": {
      const questions = objects(params.questions);
      return { type: "question", id, toolCallId: name(params.toolCallId), questions, native };
    }
    default:
      return coverageOf(method)?.is === "silent" ? { type: "clientRequest", id, method } : undefined;
  }
}

function optionOf(option: Json): PermissionOption[] {
  const optionId = text(option.optionId);
  return optionId === undefined ? [] : [{ optionId, kind: text(option.kind) ?? "" }];
}

function readAnswer(native: Json): WireMessage | undefined {
  const id = idOf(native.id);
  if (id === undefined) return undefined;
  if (native.error === undefined || native.error === null)
    return { type: "result", id, result: object(native.result) ?? {} };
  const error = object(native.error) ?? {};
  return {
    type: "error",
    id,
    code: number(error.code) ?? -32603,
    message: text(error.message) ?? "The agent gave no reason.",
    data: error.data,
  };
}

function typeName(method: string, params: Json): string {
  const kind = updateMethods.has(method) ? name(object(params.update)?.sessionUpdate) : undefined;
  return kind === undefined ? method : `${method}/${kind}`;
}

function idOf(value: unknown): RpcId | undefined {
  return typeof value === "number" || typeof value === "string" || value === null ? value : undefined;
}
