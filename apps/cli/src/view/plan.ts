import type { PlanEntry } from "@nucleic/protocol";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { truncate } from "./wrap.ts";

const marks = { pending: "☐", inProgress: "◐", completed: "☑" } as const;

/** A new plan whole; of a changed one only the steps that changed, so that a long plan is not printed again and again. */
export function planLines(
  before: readonly PlanEntry[],
  entries: readonly PlanEntry[],
  frame: Frame,
): string[] {
  const known = new Map(before.map((entry) => [entry.text, entry.status]));
  const changed = entries.filter((entry) => known.get(entry.text) !== entry.status);
  if (changed.length === 0) return [];
  const done = entries.filter((entry) => entry.status === "completed").length;
  const head = frame.style.bold("Plan") + frame.style.dim(` ${done}/${entries.length}`);
  return [head, ...changed.map((entry) => planLine(entry, frame))];
}

function planLine(entry: PlanEntry, frame: Frame): string {
  const { style } = frame;
  const line = `  ${marks[entry.status]} ${truncate(safeLine(entry.text), frame.width - 4)}`;
  if (entry.status === "completed") return style.dim(line);
  return entry.status === "inProgress" ? style.cyan(line) : line;
}
