import { decodeUtf8 } from "@nucleic/process";
import type { RequestId } from "./generated/0.171.0/types.ts";
import type { DecodedLine, Json } from "./messages.ts";
import { isObject, name, number, object, text } from "./read.ts";

const maxHeadBytes = 200;
const byteOrderMark = "\uFEFF";

/** Reads the bytes of one line, without its line end. Never throws. */
export function decodeLine(bytes: Uint8Array): DecodedLine {
  const line = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    if (line.trim() === "") return { status: "blank" };
    return { status: "invalid", reason: "not JSON", head: headOf(bytes) };
  }
  if (!isObject(value)) return { status: "invalid", reason: "not an object", head: headOf(bytes) };
  return readMessage(value);
}

/** The thread that a line is about, where it is about one. One server may serve several. */
export function threadIdOf(line: DecodedLine): string | undefined {
  if (line.status !== "request" && line.status !== "notification") return undefined;
  return name(line.params.threadId) ?? name(object(line.params.thread)?.id);
}

function readMessage(native: Json): DecodedLine {
  const method = name(native.method);
  const id = requestId(native.id);
  if (method !== undefined) {
    const params = object(native.params) ?? {};
    if (!("id" in native)) return { status: "notification", method, params, native };
    return id === undefined
      ? { status: "unknown", native }
      : { status: "request", id, method, params, native };
  }
  const error = object(native.error);
  if (error) return { status: "error", id, error: { ...error, ...rpcError(error) } };
  if ("result" in native && id !== undefined) return { status: "response", id, result: native.result };
  return { status: "unknown", native };
}

/** A number, 0 among them, or a string. */
function requestId(value: unknown): RequestId | undefined {
  return number(value) ?? text(value);
}

function rpcError(error: Json): { readonly code: number; readonly message: string } {
  return { code: number(error.code) ?? 0, message: text(error.message) ?? "no message" };
}

function headOf(bytes: Uint8Array): string {
  return decode(bytes.subarray(0, maxHeadBytes));
}

function decode(bytes: Uint8Array): string {
  const line = decodeUtf8(bytes);
  return line.startsWith(byteOrderMark) ? line.slice(1) : line;
}
