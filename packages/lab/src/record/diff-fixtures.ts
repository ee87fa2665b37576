import { asRecord } from "../api/read-body.ts";
import { alignLists } from "./align-lists.ts";
import { type Fixture, type FixtureEntry, lineOf } from "./fixture.ts";
import { jsonChanges } from "./json-changes.ts";

/**
 * How one recording differs from another, for a person to read; empty where they are the same. Lines are paired by what
 * they are, `-` and `+` name those that only one has, `~` says what changed inside a pair; a change that many lines
 * share is told once.
 */
export function diffFixtures(before: Fixture, after: Fixture): string {
  const changes = new Map<string, number>();
  const tell = (text: string) => changes.set(text, (changes.get(text) ?? 0) + 1);
  for (const [left, right] of alignLists(before.entries, after.entries, kindOf)) {
    if (left && right) {
      const inside = contentChanges(left, right);
      if (inside.length > 0) tell(`~ ${kindOf(left)}\n${inside.map((change) => `    ${change}\n`).join("")}`);
    } else if (left) tell(`- ${kindOf(left)}\n`);
    else if (right) tell(`+ ${kindOf(right)}\n`);
  }
  return [...changes]
    .map(([text, times]) => (times > 1 ? text.replace("\n", ` (${times} times)\n`) : text))
    .join("");
}

function contentChanges(left: FixtureEntry, right: FixtureEntry): string[] {
  if ("data" in left && "data" in right) return jsonChanges(left.data, right.data);
  return lineOf(left) === lineOf(right) ? [] : [`${lineOf(left)} → ${lineOf(right)}`];
}

/** What kind of line it is: its direction, and the names that CLIs give to kinds of messages. */
function kindOf(entry: FixtureEntry): string {
  if ("text" in entry) return `${entry.dir} text`;
  const { type, subtype, method, event, request } = asRecord(entry.data);
  const names = [type, subtype, method, asRecord(event).type, asRecord(request).subtype];
  return [entry.dir, names.filter((name) => typeof name === "string").join("/")].filter(Boolean).join(" ");
}
