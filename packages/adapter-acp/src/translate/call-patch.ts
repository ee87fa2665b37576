import type { Json } from "../wire/messages.ts";
import { count, name, object, objects, text } from "../wire/read.ts";
import type { FileDiff, Place } from "./state.ts";

/** What a `tool_call`, a `tool_call_update` or a request for permission says of a call. Absent: nothing new. */
export interface CallPatch {
  readonly source: "call" | "update" | "permission";
  readonly kind: string | undefined;
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly rawInput: Json | undefined;
  readonly rawOutput: unknown;
  readonly places: readonly Place[] | undefined;
  readonly content: readonly Json[] | undefined;
  readonly diffs: readonly FileDiff[] | undefined;
  readonly meta: Json | undefined;
}

export function patchOf(source: CallPatch["source"], native: Json): CallPatch {
  const content = Array.isArray(native.content) ? objects(native.content) : undefined;
  const places = Array.isArray(native.locations) ? objects(native.locations).flatMap(placeOf) : undefined;
  const diffs = content?.filter(({ type }) => type === "diff").flatMap((diff) => diffOf(diff, places ?? []));
  return {
    source,
    kind: name(native.kind),
    title: name(native.title),
    status: name(native.status),
    rawInput: object(native.rawInput),
    rawOutput: native.rawOutput ?? undefined,
    places: places?.length ? places : undefined,
    content,
    diffs: diffs?.length ? diffs : undefined,
    meta: object(native._meta),
  };
}

function placeOf(native: Json): Place[] {
  const path = name(native.path);
  return path === undefined ? [] : [{ path, line: count(native.line) }];
}

/** A new file's old text is null, absent or empty. */
function diffOf(native: Json, places: readonly Place[]): FileDiff[] {
  const path = name(native.path);
  const after = text(native.newText);
  if (path === undefined || after === undefined) return [];
  return [{ path, before: name(native.oldText), after, line: lineOf(native, places, path) }];
}

/** Grok: in `_meta`, of the edit that is proposed or of those that were made. claude-agent-acp: in the place. */
function lineOf(native: Json, places: readonly Place[], path: string): number | undefined {
  const meta = object(native._meta);
  return (
    count(meta?.old_line) ??
    count(objects(meta?.details)[0]?.old_line) ??
    places.find((place) => place.path === path)?.line
  );
}
