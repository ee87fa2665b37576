const maxChars = 60;

/** A task in its first line, short enough for a list and for a branch. */
export function titleOf(task: string): string {
  const line = task.trim().split("\n", 1)[0] ?? "";
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).trimEnd()}…`;
}
