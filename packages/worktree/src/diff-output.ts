import { splitNul } from "./git.ts";

/** What became of a file, as git detects it (renames from half alike). */
export type FileChange = "added" | "modified" | "deleted" | "renamed" | "copied" | "typeChanged";

/** One changed file. Paths are relative to the top; what is not UTF-8 in them is shown as U+FFFD. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before, for `renamed` and `copied`. */
  readonly oldPath?: string;
  readonly change: FileChange;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
  /** Its change is another commit of a submodule. */
  readonly submodule: boolean;
  /** As git writes them, `100644`, `100755`, `120000`, `160000`; `000000` where the file is not there. */
  readonly oldMode: string;
  readonly newMode: string;
}

const CHANGES: Readonly<Record<string, FileChange>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "typeChanged",
};

const SUBMODULE = "160000";

/** Reads the output of `git diff -z --raw --numstat`: first all raw records, then all counts, in the same order. */
export function parseDiff(stdout: Buffer): ChangedFile[] {
  const fields = splitNul(stdout);
  const files: Omit<ChangedFile, "added" | "removed" | "binary">[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(":"); ) {
    const [oldMode = "", newMode = "", , , status = ""] = (fields[at++] ?? "").slice(1).split(" ");
    const change = CHANGES[status.slice(0, 1)] ?? "modified";
    const hasOldPath = change === "renamed" || change === "copied";
    const oldPath = hasOldPath ? fields[at++] : undefined;
    const path = fields[at++] ?? "";
    const submodule = oldMode === SUBMODULE || newMode === SUBMODULE;
    files.push({ path, ...(oldPath === undefined ? {} : { oldPath }), change, submodule, oldMode, newMode });
  }
  const counts = parseNumstat(fields.slice(at));
  return files.map((file, order) => ({ ...file, ...(counts[order] ?? UNCOUNTED) }));
}

type Counts = Pick<ChangedFile, "added" | "removed" | "binary">;

const UNCOUNTED: Counts = { added: 0, removed: 0, binary: false };

/** `12\t3\tpath`, or `12\t3\t` and then both paths of a rename; `-` for both counts of a binary file. */
function parseNumstat(fields: readonly string[]): Counts[] {
  const counts: Counts[] = [];
  for (let at = 0; at < fields.length; at++) {
    const [added = "", removed = "", path] = (fields[at] ?? "").split("\t");
    if (path === "") at += 2;
    const binary = added === "-";
    counts.push({ added: binary ? 0 : Number(added), removed: binary ? 0 : Number(removed), binary });
  }
  return counts;
}

/**
 * Cuts a whole patch into one piece a file, in the order of `files`. Every line of content begins with a sign, so the
 * heading can't be mistaken. Pieces beyond a cut-off end are missing.
 */
export function splitPatch(patch: string, files: readonly ChangedFile[]): (string | undefined)[] {
  const pieces = patch === "" ? [] : patch.split(/^(?=diff --git )/m);
  let at = 0;
  return files.map(({ change }) => {
    const first = pieces[at++];
    // A file that became a link is written as a deletion and an addition.
    return change === "typeChanged" ? `${first ?? ""}${pieces[at++] ?? ""}` || undefined : first;
  });
}
