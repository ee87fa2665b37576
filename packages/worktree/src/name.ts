import { createHash } from "node:crypto";

/** A branch and a directory for one session, both free. */
export interface SessionName {
  /** Short name of the branch, e.g. `nucleic/fix-login-3fa2c1`. */
  readonly branch: string;
  /** Name of the directory, e.g. `fix-login-3fa2c1`. */
  readonly directory: string;
}

/** What is already there. */
export interface TakenNames {
  /** Short names of all local branches. */
  readonly branches: readonly string[];
  /** Names of everything in the base directory. */
  readonly directories: readonly string[];
}

const PREFIXES = ["nucleic/", "nucleic-session/", "nucleic-worktree/"];
const MAX_SLUG = 32;
const MAX_TRIES = 100;

/**
 * Chooses names from a task's title and a session's id. They are lower-case ASCII without dots, so that they are valid
 * for git and the same on file systems that fold case or normalise Unicode. Answers `undefined` where all are taken.
 */
export function chooseName(title: string, id: string, taken: TakenNames): SessionName | undefined {
  const branches = taken.branches.map(fold);
  const directories = new Set(taken.directories.map(fold));
  const prefix = PREFIXES.find((candidate) => isUsablePrefix(candidate, branches));
  if (prefix === undefined) return undefined;
  const stem = `${slug(title)}-${shortId(id)}`;
  for (let count = 1; count <= MAX_TRIES; count++) {
    const directory = count === 1 ? stem : `${stem}-${count}`;
    const branch = prefix + directory;
    if (!directories.has(directory) && !conflicts(branch, branches)) return { branch, directory };
  }
  return undefined;
}

/** A title as lower-case words joined by `-`; `task` where it has no Latin letter or digit. */
export function slug(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (words.length <= MAX_SLUG) return words || "task";
  const cut = words.slice(0, MAX_SLUG + 1);
  const lastWord = cut.lastIndexOf("-");
  // A first word longer than the limit is cut where it is.
  return lastWord > 0 ? cut.slice(0, lastWord) : cut.slice(0, MAX_SLUG);
}

/** Six characters that tell sessions apart. Of a UUIDv7 the tail, which is its random part; of other ids a digest. */
export function shortId(id: string): string {
  const tail = id.slice(-6).toLowerCase();
  if (/^[0-9a-f]{8}-.*[0-9a-f]{6}$/i.test(id)) return tail;
  return createHash("sha256").update(id).digest("hex").slice(0, 6);
}

/** A ref `a` rules out `a/b` and the other way round, since refs are files and directories. */
function isUsablePrefix(prefix: string, branches: readonly string[]): boolean {
  return !branches.includes(prefix.slice(0, -1));
}

function conflicts(branch: string, branches: readonly string[]): boolean {
  return branches.some((other) => other === branch || other.startsWith(`${branch}/`));
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
