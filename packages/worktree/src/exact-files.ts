import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type Git, joinNul, splitNulBytes } from "./git.ts";
import { emptyIndex } from "./scratch-index.ts";

/** A file by name, and the blob it is known to be stored as. */
interface StoredFile {
  readonly name: Buffer;
  readonly mode: string;
  readonly blob: string;
}

/**
 * Stores as a tree what the working tree's own tree would not hold byte for byte: files that a filter or a line-end
 * conversion changes on the way in, and files that git ignores. Answers `undefined` where there is nothing.
 *
 * @param tree the working tree as captured
 * @param before the tree it is compared with: unchanged files are not looked at
 * @param ignored names of ignored files and links to store as well
 */
export async function storeExactFiles(
  git: Git,
  tree: string,
  before: string,
  ignored: readonly Buffer[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = signal && { signal };
  const changed = await changedRegularFiles(git, before, tree, signal);
  const blobs = await hashAsIs(
    git,
    changed.map(({ name }) => name),
    signal,
  );
  const converted = changed.flatMap((file, at) => {
    const blob = blobs[at] ?? file.blob;
    return blob === file.blob ? [] : [{ ...file, blob }];
  });
  if (converted.length === 0 && ignored.length === 0) return undefined;
  await using index = await emptyIndex(git);
  if (ignored.length > 0) {
    const add = ["update-index", "-z", "--add", "--remove", "--stdin"];
    await index.run(add, { input: joinNul(ignored), ...options });
    converted.push(...(await ignoredAsIs(git, ignored, signal)));
  }
  const rows = converted.map(({ mode, blob, name }) =>
    Buffer.concat([Buffer.from(`${mode} ${blob}\t`), name]),
  );
  await index.run(["update-index", "-z", "--index-info"], { input: joinNul(rows), ...options });
  return (await index.run(["write-tree"], options)).stdout.toString().trim();
}

async function changedRegularFiles(
  git: Git,
  before: string,
  after: string,
  signal?: AbortSignal,
): Promise<StoredFile[]> {
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--diff-filter=AMT", before, after];
  const { stdout } = await git.run(args, signal && { signal });
  const fields = splitNulBytes(stdout);
  const files: StoredFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , blob = ""] = (fields[at]?.toString() ?? "").split(" ");
    const name = fields[at + 1];
    if (name !== undefined && mode.startsWith("100")) files.push({ name, mode, blob });
  }
  return files;
}

async function ignoredAsIs(git: Git, names: readonly Buffer[], signal?: AbortSignal): Promise<StoredFile[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(Buffer.concat([Buffer.from(join(git.cwd, "/")), name])).catch(
        () => undefined,
      );
      if (!stats?.isFile()) return undefined;
      return { name, mode: stats.mode & 0o100 ? "100755" : "100644" };
    }),
  );
  const files = found.filter((file) => file !== undefined);
  const blobs = await hashAsIs(
    git,
    files.map(({ name }) => name),
    signal,
  );
  return files.flatMap((file, at) => {
    const blob = blobs[at];
    return blob === undefined ? [] : [{ ...file, blob }];
  });
}

/** Stores files byte for byte. Names with a line end or a leading quote can't be given by line and go as arguments. */
async function hashAsIs(
  git: Git,
  names: readonly Buffer[],
  signal?: AbortSignal,
): Promise<(string | undefined)[]> {
  const options = signal && { signal };
  const hash = ["hash-object", "-w", "--no-filters"];
  const plain = names.filter((name) => !isOdd(name));
  const odd = names.filter(isOdd);
  const blobs = new Map<Buffer, string>();
  if (plain.length > 0) {
    const input = Buffer.concat(plain.flatMap((name) => [name, Buffer.from("\n")]));
    const lines = (await git.text([...hash, "--stdin-paths"], { input, ...options })).split("\n");
    for (const [at, name] of plain.entries()) blobs.set(name, lines[at] ?? "");
  }
  for (const name of odd) {
    blobs.set(name, await git.text([...hash, "--", name.toString()], options));
  }
  return names.map((name) => blobs.get(name));
}

function isOdd(name: Buffer): boolean {
  return name.includes("\n") || name.includes("\r") || name.at(0) === '"'.charCodeAt(0);
}
