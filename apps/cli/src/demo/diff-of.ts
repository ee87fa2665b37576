/** A change of a file as a unified diff of one hunk without context. `before` is absent where the file was not there. */
export function diffOf(path: string, before: string | undefined, after: string): string {
  const old = linesOf(before ?? "");
  const fresh = linesOf(after);
  const start = commonLength(old, fresh);
  const end = commonLength(old.slice(start).reverse(), fresh.slice(start).reverse());
  const removed = old.slice(start, old.length - end);
  const added = fresh.slice(start, fresh.length - end);
  const at = (lines: readonly string[]) => {
    // Where there is nothing on a side, its place is the line before.
    if (lines.length === 0) return `${start},0`;
    return lines.length === 1 ? `${start + 1}` : `${start + 1},${lines.length}`;
  };
  return [
    before === undefined ? "--- /dev/null" : `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${at(removed)} +${at(added)} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    "",
  ].join("\n");
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs < 0 ? Math.min(one.length, other.length) : differs;
}
