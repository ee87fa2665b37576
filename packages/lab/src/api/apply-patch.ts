/** One replacement in a file: whole lines on both sides, since a patch knows nothing smaller. */
export interface PatchEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** The patch that makes a file, or writes it anew. A last line without its end gets one. */
export function addFilePatch(path: string, content: string): string {
  return patch([`*** Add File: ${path}`, ...prefixed("+", content)]);
}

/** The patch that makes these edits, in the order in which their texts stand in the file. */
export function updateFilePatch(path: string, edits: readonly PatchEdit[]): string {
  const hunks = edits.flatMap(({ oldText, newText }) => [
    "@@",
    ...prefixed("-", oldText),
    ...prefixed("+", newText),
  ]);
  return patch([`*** Update File: ${path}`, ...hunks]);
}

const patch = (lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

function prefixed(sign: string, text: string): readonly string[] {
  if (text === "") return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => sign + line);
}
