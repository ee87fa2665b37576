import { type Json, name, number, object, readLine, text } from "@nucleic/adapter-kit";
import type { RequestId } from "./generated/0.171.0/types.ts";
import type { DecodedLine } from "./messages.ts";

/** Reads the bytes of one line, without its line end. Never throws. */
export function decodeLine(bytes: Uint8Array): DecodedLine {
  const line = readLine(bytes);
  if (line.status !== "object") return line;
  return readMessage(line.value);
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
