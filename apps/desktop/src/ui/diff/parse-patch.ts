export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  /** One-based; absent on the side that does not have it. */
  readonly oldNumber?: number;
  readonly newNumber?: number;
}

export interface DiffHunk {
  /** The `@@` line. */
  readonly header: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffFile {
  readonly path: string;
  readonly change: "added" | "deleted" | "renamed" | "changed";
  readonly oldPath?: string;
  readonly isBinary: boolean;
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
}

const hunkStart = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The files of a unified diff, git's own or a bare one. What is no diff gives none. */
export function parsePatch(patch: string): readonly DiffFile[] {
  const files: FileBuilder[] = [];
  const lines = patch.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const current = files.at(-1);
    if (line.startsWith("diff --git ")) files.push(new FileBuilder(line));
    else if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      const file = current?.isFresh ? current : new FileBuilder("");
      if (file !== current) files.push(file);
      file.names(line.slice(4), lines[++at]?.slice(4) ?? "");
    } else if (hunkStart.test(line) && current) at = current.hunk(lines, at);
    else current?.meta(line);
  }
  return files.map((file) => file.build());
}

class FileBuilder {
  #path: string;
  #oldPath: string | undefined;
  #change: DiffFile["change"] = "changed";
  #isBinary = false;
  readonly #hunks: DiffHunk[] = [];

  constructor(header: string) {
    this.#path = / b\/(.*)$/.exec(header)?.[1] ?? "";
  }

  get isFresh(): boolean {
    return this.#hunks.length === 0;
  }

  meta(line: string): void {
    if (line.startsWith("new file")) this.#change = "added";
    else if (line.startsWith("deleted file")) this.#change = "deleted";
    else if (line.startsWith("rename from ")) [this.#change, this.#oldPath] = ["renamed", line.slice(12)];
    else if (line.startsWith("rename to ")) this.#path = line.slice(10);
    else if (line.startsWith("Binary files ") || line === "GIT binary patch") this.#isBinary = true;
  }

  names(old: string, fresh: string): void {
    const [from, to] = [bare(old), bare(fresh)];
    if (from === "/dev/null") this.#change = "added";
    if (to === "/dev/null") this.#change = "deleted";
    this.#path = to === "/dev/null" ? from : to;
  }

  /** Reads the hunk that begins there, by its own count of lines. Gives the place of its last line. */
  hunk(lines: readonly string[], start: number): number {
    const header = lines[start] ?? "";
    const [, oldStart, oldCount = 1, newStart, newCount = 1] = (hunkStart.exec(header) ?? []).map(Number);
    let [oldNumber = 0, newNumber = 0] = [oldStart, newStart];
    let [oldLeft, newLeft] = [orOne(oldCount), orOne(newCount)];
    const found: DiffLine[] = [];
    let at = start;
    while ((oldLeft > 0 || newLeft > 0) && at + 1 < lines.length) {
      const line = lines[++at] ?? "";
      const text = line.slice(1);
      if (line.startsWith("+")) {
        found.push({ kind: "added", text, newNumber: newNumber++ });
        newLeft--;
      } else if (line.startsWith("-")) {
        found.push({ kind: "removed", text, oldNumber: oldNumber++ });
        oldLeft--;
      } else if (!line.startsWith("\\")) {
        found.push({ kind: "same", text, oldNumber: oldNumber++, newNumber: newNumber++ });
        oldLeft--;
        newLeft--;
      }
    }
    this.#hunks.push({ header, lines: found });
    return at;
  }

  build(): DiffFile {
    const count = (kind: DiffLine["kind"]) =>
      this.#hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
    return {
      path: this.#path,
      change: this.#change,
      ...(this.#oldPath !== undefined && { oldPath: this.#oldPath }),
      isBinary: this.#isBinary,
      hunks: this.#hunks,
      added: count("added"),
      removed: count("removed"),
    };
  }
}

/** A count that is left out means one. */
function orOne(count: number): number {
  return Number.isNaN(count) ? 1 : count;
}

function bare(name: string): string {
  const plain = name.replace(/\t.*$/, "").replace(/^"(.*)"$/, "$1");
  return plain === "/dev/null" ? plain : plain.replace(/^[ab]\//, "");
}
