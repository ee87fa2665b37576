import type { z } from "zod";
import { ClientMessage } from "./client-message.ts";
import { ServerMessage } from "./server-message.ts";

/**
 * What reading a value as a message gives. `unknown` is a type that this version does not have: to be answered with an
 * error by a host, and passed over by a client. `invalid` says where it is wrong. `re` is the handle or id of what was
 * sent, so that its sender can be told.
 */
export type ReadMessage<M> =
  | { readonly status: "ok"; readonly message: M }
  | { readonly status: "unknown"; readonly t: string; readonly re?: string }
  | { readonly status: "invalid"; readonly issues: readonly string[]; readonly re?: string };

/** Reads leniently: fields that this version does not know are passed over. Never throws. */
export function readClientMessage(text: string): ReadMessage<ClientMessage> {
  return read(ClientMessage, clientTypes, text);
}

/** Likewise. The events in it are as they came: see `readEvent`. */
export function readServerMessage(text: string): ReadMessage<ServerMessage> {
  return read(ServerMessage, serverTypes, text);
}

const typesOf = (schema: { readonly options: readonly { readonly shape: { readonly t: z.ZodLiteral } }[] }) =>
  new Set(schema.options.map(({ shape }) => shape.t.value));
const clientTypes = typesOf(ClientMessage);
const serverTypes = typesOf(ServerMessage);

function read<M>(schema: z.ZodType<M>, types: ReadonlySet<unknown>, text: string): ReadMessage<M> {
  const value = parse(text);
  if (!isTagged(value)) return { status: "invalid", issues: ["not a JSON object with a t"] };
  const re = handleOf(value);
  if (!types.has(value.t)) return { status: "unknown", t: value.t, ...re };
  const { success, data, error } = schema.safeParse(value);
  if (success) return { status: "ok", message: data };
  const issues = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return { status: "invalid", issues, ...re };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTagged(value: unknown): value is { readonly t: string; readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && "t" in value && typeof value.t === "string";
}

function handleOf(value: { readonly [field: string]: unknown }): { readonly re?: string } {
  const re = value.id ?? value.req ?? value.sub;
  return typeof re === "string" && re.length <= 256 ? { re } : {};
}
