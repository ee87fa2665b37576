import { AgentEvent } from "./event.ts";

/** An event that this version does not know, kept as it came. */
export interface UnknownEvent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** What reading a value as an event gives. `unknown` is passed on, never dropped; `invalid` says where it is wrong. */
export type ReadEvent =
  | { readonly status: "ok"; readonly event: AgentEvent }
  | { readonly status: "unknown"; readonly event: UnknownEvent }
  | { readonly status: "invalid"; readonly issues: readonly string[] };

const kinds: ReadonlySet<string> = new Set(AgentEvent.options.map((option) => option.shape.kind.value));

/** Reads leniently: fields that this version does not know stay on the event. Never throws. */
export function readEvent(value: unknown): ReadEvent {
  if (typeof value !== "object" || value === null || !("kind" in value) || typeof value.kind !== "string")
    return { status: "invalid", issues: ["not an object with a kind"] };
  if (!kinds.has(value.kind)) return { status: "unknown", event: value as UnknownEvent };
  const parsed = AgentEvent.safeParse(value);
  if (parsed.success) return { status: "ok", event: value as AgentEvent };
  return { status: "invalid", issues: parsed.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`) };
}
