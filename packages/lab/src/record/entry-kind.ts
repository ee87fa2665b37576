import { asRecord } from "../api/read-body.ts";
import type { FixtureEntry } from "./fixture.ts";

/** What kind of line it is: its direction, and the names that CLIs give to kinds of messages. */
export function kindOf(entry: FixtureEntry): string {
  if ("text" in entry) return `${entry.dir} text`;
  const { type, subtype, method, event, request, params, item } = asRecord(entry.data);
  const about = asRecord(params);
  const names = [
    ...[type, subtype, method, asRecord(event).type, asRecord(request).subtype, asRecord(item).type],
    ...[asRecord(about.update).sessionUpdate, asRecord(about.item).type],
  ];
  return [entry.dir, names.filter((name) => typeof name === "string").join("/")].filter(Boolean).join(" ");
}
