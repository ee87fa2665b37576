import type { RpcId } from "@nucleic/process";
import { isObject, name, object } from "./read.ts";

/** A request of ours, as far as its answer can't be understood without it. */
export interface SentRequest {
  readonly id: RpcId;
  readonly method: string;
  /** The session that it names. */
  readonly backendSessionId?: string;
}

/** Reads a line that we are about to write; undefined for answers and notifications. */
export function sentRequest(line: string): SentRequest | undefined {
  const value: unknown = JSON.parse(line);
  if (!isObject(value) || typeof value.method !== "string") return undefined;
  const { id, method } = value;
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  const backendSessionId = name(object(value.params)?.sessionId);
  return { id, method, ...(backendSessionId !== undefined && { backendSessionId }) };
}
