import { AgentEvent } from "./event.ts";
import { isEventKind } from "./event-kinds.ts";
import { PROTOCOL_VERSION } from "./version.ts";

/** An event that this version does not know, kept as it came. */
export interface UnknownEvent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * What reading a value as an event gives. `unknown` is passed on, never dropped: a kind that this version does not have,
 * or an event of a later version that this one cannot make sense of. `invalid` says where it is wrong.
 */
export type ReadEvent =
  | { readonly status: "ok"; readonly event: AgentEvent }
  | { readonly status: "unknown"; readonly event: UnknownEvent }
  | { readonly status: "invalid"; readonly issues: readonly string[] };

/** Reads leniently: the event is the value itself, with whatever fields this version does not know. Never throws. */
export function readEvent(value: unknown): ReadEvent {
  if (!hasKind(value)) return { status: "invalid", issues: ["not an object with a kind"] };
  if (!isEventKind(value.kind)) return { status: "unknown", event: value };
  const { success, error } = AgentEvent.safeParse(value);
  if (success) return { status: "ok", event: value as unknown as AgentEvent };
  if (typeof value.v === "number" && value.v > PROTOCOL_VERSION) return { status: "unknown", event: value };
  return {
    status: "invalid",
    issues: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`),
  };
}

function hasKind(value: unknown): value is UnknownEvent {
  return typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
}
