import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { StorageError } from "../errors.ts";
import { type Blob, type BlobRef, blobsOf, putBack } from "./blob-fields.ts";
import type { LogFiles } from "./files.ts";
import type { Sequenced } from "./format.ts";
import { writeAll } from "./write-all.ts";

/** Where a log keeps what is too large for its lines. */
export function blobDirectory(path: string): string {
  return join(dirname(path), "blobs");
}

/** Writes the large texts of one log. One writer at a time. */
export class BlobWriter {
  readonly #files: LogFiles;
  readonly #directory: string;
  #made: Promise<void> | undefined;

  constructor(files: LogFiles, path: string) {
    this.#files = files;
    this.#directory = blobDirectory(path);
  }

  /** Resolves when all are on disk under their names. One that is there already is not written again. */
  async store(blobs: readonly Blob[]): Promise<void> {
    this.#made ??= this.#make();
    await this.#made;
    for (const { hash, content } of blobs) await this.#store(join(this.#directory, hash), content);
    await this.#files.syncDirectory(this.#directory);
  }

  async #store(path: string, content: Buffer): Promise<void> {
    const there = await this.#files.sizeBytes(path).catch(() => undefined);
    if (there === content.length) return;
    const temporary = `${path}.tmp`;
    // What a crash left half-written.
    await this.#files.remove(temporary);
    const file = await this.#files.create(temporary);
    try {
      await writeAll(file, content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await this.#files.rename(temporary, path);
  }

  async #make(): Promise<void> {
    await this.#files.makeDirectory(this.#directory);
    await this.#files.syncDirectory(dirname(this.#directory));
  }
}

/** The record with its large texts in their places, as far as they are there and what they were. */
export async function inline(files: LogFiles, directory: string, event: Sequenced): Promise<Sequenced> {
  const contents = new Map<string, Buffer>();
  for (const ref of blobsOf(event)) {
    const content = await readBlob(files, directory, ref);
    if (content !== undefined) contents.set(ref.hash, content);
  }
  return putBack(event, contents);
}

/** A piece of a blob, and its whole length. @throws StorageError `missing` */
export async function readBlobPiece(
  files: LogFiles,
  directory: string,
  hash: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<{ readonly data: Uint8Array; readonly sizeBytes: number }> {
  // A name that is no hash is no name of a blob, and may be a way out of the folder.
  const opened = /^[0-9a-f]{64}$/.test(hash) ? files.openRead(join(directory, hash)) : undefined;
  const file = await opened?.catch(() => undefined);
  if (file === undefined) throw new StorageError("missing", `nothing stands out of line as ${hash}`);
  try {
    const sizeBytes = await file.sizeBytes();
    const data = Buffer.alloc(Math.max(0, Math.min(length, sizeBytes - offset)));
    for (let filled = 0; filled < data.length; ) {
      const read = await file.read(data.subarray(filled), offset + filled);
      if (read === 0) return { data: data.subarray(0, filled), sizeBytes };
      filled += read;
    }
    return { data, sizeBytes };
  } finally {
    await file.close();
  }
}

/** What a blob holds; `undefined` where it is missing, or not what its name says. */
export async function readBlob(
  files: LogFiles,
  directory: string,
  { hash, bytes }: Pick<BlobRef, "hash" | "bytes">,
): Promise<Buffer | undefined> {
  const file = await files.openRead(join(directory, hash)).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if ((await file.sizeBytes()) !== bytes) return undefined;
    const content = Buffer.allocUnsafe(bytes);
    for (let filled = 0; filled < bytes; ) {
      const read = await file.read(content.subarray(filled), filled);
      if (read === 0) return undefined;
      filled += read;
    }
    return createHash("sha256").update(content).digest("hex") === hash ? content : undefined;
  } finally {
    await file.close();
  }
}
