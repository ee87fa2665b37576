/**
 * What a salvage commit says of itself, as JSON in its message. The commit's tree is the working state; its parents hold
 * everything else, so that one ref keeps it all.
 */
export interface SalvageRecord {
  readonly version: 1;
  readonly id: string;
  /** Where the worktree was. */
  readonly path: string;
  /** Short name of the session's branch. */
  readonly branch: string;
  readonly base?: string;
  readonly baseSha: string;
  /** HEAD. Absent where its branch had no commit. */
  readonly head?: string;
  /** A commit whose tree is the index, where that differed from HEAD's. */
  readonly index?: string;
  /** A commit whose tree has files byte for byte: ignored ones that were kept, and those that git stores converted. */
  readonly exact?: string;
  /** Other commits that nothing else would hold: amended, reset or rebased away, or of a merge under way. */
  readonly commits: readonly string[];
  /** Repositories inside the worktree, submodules too, each saved as a salvage commit of its own. */
  readonly nested: readonly { readonly path: string; readonly commit: string }[];
}

/** The message of a salvage commit. */
export function writeRecord(record: SalvageRecord): string {
  return `Salvage of ${record.branch}\n\n${JSON.stringify(record)}\n`;
}

/** Reads a salvage commit's message; `undefined` for what is none, since agents can write any ref. */
export function readRecord(message: string): SalvageRecord | undefined {
  try {
    const value: unknown = JSON.parse(message.slice(message.indexOf("\n\n") + 2));
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: not a salvage commit.
    return undefined;
  }
}

type Unchecked<T> = { readonly [Key in keyof T]?: unknown };

function isRecord(value: unknown): value is SalvageRecord {
  if (typeof value !== "object" || value === null) return false;
  const record: Unchecked<SalvageRecord> = value;
  return (
    record.version === 1 &&
    [record.id, record.path, record.branch].every((text) => typeof text === "string") &&
    isObjectId(record.baseSha) &&
    [record.head, record.index, record.exact].every((oid) => oid === undefined || isObjectId(oid)) &&
    (record.base === undefined || typeof record.base === "string") &&
    Array.isArray(record.commits) &&
    record.commits.every(isObjectId) &&
    Array.isArray(record.nested) &&
    record.nested.every(isNested)
  );
}

function isNested(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const nested: Unchecked<SalvageRecord["nested"][number]> = value;
  return typeof nested.path === "string" && isObjectId(nested.commit);
}

function isObjectId(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{40,64}$/.test(value);
}
