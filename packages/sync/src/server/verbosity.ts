import type { Verbosity } from "@nucleic/protocol/core";
import type { SessionEvent } from "./host-port.ts";

/** What `summary` shows: what a person has to know to follow along from afar. */
const summaryKinds: ReadonlySet<string> = new Set([
  "sessionStarted",
  "turnStarted",
  "userMessage",
  "assistantText",
  "approvalRequested",
  "approvalResolved",
  "questionAsked",
  "questionAnswered",
  "error",
  "diffstat",
  "statusChanged",
  "dispositionChanged",
  "integration",
  "turnCompleted",
  "runFinished",
]);

/** Members that `normal` and `summary` cut; what else there is stays whole. */
const longMembers: Readonly<Record<string, string>> = {
  userMessage: "context",
  turnStarted: "input",
  toolCallCompleted: "input",
  toolResult: "content",
  fileChange: "diff",
  raw: "native",
};

const normalChars = 4_096;
const summaryChars = 1_024;
const maxDepth = 16;

/** The event as that verbosity shows it: the very same where nothing is cut, `undefined` where it is left out. */
export function atVerbosity(event: SessionEvent, verbosity: Verbosity): SessionEvent | undefined {
  if (verbosity === "full") return event;
  if (verbosity === "summary" && !summaryKinds.has(event.kind)) return undefined;
  const isWords = event.kind === "assistantText" && verbosity === "summary";
  const member = isWords ? "text" : longMembers[event.kind];
  if (member === undefined || !(member in event)) return event;
  const whole = (event as Readonly<Record<string, unknown>>)[member];
  const cut = clip(whole, verbosity === "summary" ? summaryChars : normalChars, 0);
  return cut === whole ? event : ({ ...event, [member]: cut, clipped: true } as SessionEvent);
}

/** The value with its long texts cut in the middle; the value itself where none is long. */
function clip(value: unknown, maxChars: number, depth: number): unknown {
  if (typeof value === "string") return value.length <= maxChars ? value : middleOut(value, maxChars);
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const cut = clip(item, maxChars, depth + 1);
    changed ||= cut !== item;
    return [key, cut] as const;
  });
  if (!changed) return value;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Both ends: a command's first lines say what it does, its last ones how it went. */
function middleOut(text: string, maxChars: number): string {
  const half = Math.floor(maxChars / 2);
  const left = text.length - 2 * half;
  const head = text.slice(0, half).toWellFormed();
  return `${head}\n… ${left} characters left out …\n${text.slice(-half).toWellFormed()}`;
}
