import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { Clock } from "@nucleic/protocol";
import { BlobWriter } from "./blob-files.ts";
import type { LogFile, LogFiles } from "./files.ts";
import { encodeLine, type LogHeader, TRANSCRIPT_VERSION } from "./format.ts";
import { type Segment, segmentPath } from "./segments.ts";
import type { SparseIndex } from "./sparse-index.ts";
import { writeAll } from "./write-all.ts";

/** A file that has grown to this is followed by another. */
export const defaultSegmentBytes = 64 * 1024 * 1024;

export interface LogTailOptions {
  readonly files: LogFiles;
  readonly clock: Clock;
  /** Of the first file. */
  readonly path: string;
  /** The last of the segments, open for appending. */
  readonly file: LogFile;
  readonly segments: readonly Segment[];
  /** Of what the log holds already. Whoever appends keeps it up. */
  readonly index: SparseIndex;
  readonly identity: Pick<LogHeader, "logId" | "sessionId">;
  readonly segmentBytes: number;
}

/** The end of a log: its last file, open for appending, and the step to the next. Offsets are those of the log. */
export class LogTail {
  readonly #options: LogTailOptions;
  /** What the log's lines name. */
  readonly blobs: BlobWriter;
  readonly #segments: Segment[];
  #file: LogFile;
  #logId: string;

  constructor(options: LogTailOptions) {
    this.#options = options;
    this.#segments = [...options.segments];
    this.#file = options.file;
    this.#logId = options.identity.logId;
    this.blobs = new BlobWriter(options.files, options.path);
  }

  /** The files so far. Grows in place. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get logId(): string {
    return this.#logId;
  }

  get index(): SparseIndex {
    return this.#options.index;
  }

  /** Whether the next record belongs into a new file. */
  isFull(endOffset: number): boolean {
    return endOffset - this.#last.startOffset >= this.#options.segmentBytes;
  }

  /** Appends. May take fewer bytes than given; gives how many. */
  write(bytes: Uint8Array): Promise<number> {
    return this.#file.write(bytes);
  }

  /** Resolves when what was written is on disk. */
  datasync(): Promise<void> {
    return this.#file.datasync();
  }

  /** Cuts the last file back to where the log ended before. */
  truncate(endOffset: number): Promise<void> {
    return this.#file.truncate(endOffset - this.#last.startOffset);
  }

  /**
   * Goes on in a new file; gives where the log ends then. Everything written has to be on disk. When this returns, so
   * are the new file, its header and its folder entry. Where it fails nothing is there that a second try would meet.
   */
  rotate(lastSeq: number, endOffset: number): Promise<number> {
    return this.#begin({ logId: this.#logId, prevLast: lastSeq }, endOffset);
  }

  /** The same, under a new log id: places in the log as it was are good no more. */
  async renew(lastSeq: number, endOffset: number): Promise<number> {
    const logId = randomUUID();
    const end = await this.#begin({ logId, prevLast: lastSeq, replaces: this.#logId }, endOffset);
    this.#logId = logId;
    return end;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #begin(
    header: Pick<LogHeader, "logId" | "prevLast" | "replaces">,
    endOffset: number,
  ): Promise<number> {
    const { files, path, clock } = this.#options;
    const { sessionId } = this.#options.identity;
    const number = this.#last.number + 1;
    const segment = { path: segmentPath(path, number), number, startOffset: endOffset };
    const file = await files.create(segment.path);
    try {
      const { lengthBytes } = await writeHeader(file, { sessionId, clock, segment: number, ...header });
      await files.syncDirectory(dirname(path));
      await this.#file.close();
      this.#file = file;
      this.#segments.push(segment);
      return endOffset + lengthBytes;
    } catch (error) {
      await file.close();
      await files.remove(segment.path);
      throw error;
    }
  }

  get #last(): Segment {
    const last = this.#segments.at(-1);
    if (last === undefined) throw new RangeError("a log has at least one file");
    return last;
  }
}

type HeaderFields = Omit<LogHeader, "v" | "created"> & { readonly clock: Clock };

/** Writes the first line of a segment; resolves when it is on disk. */
export async function writeHeader(
  file: LogFile,
  { clock, ...fields }: HeaderFields,
): Promise<{ readonly header: LogHeader; readonly lengthBytes: number }> {
  const { logId, sessionId, ...rest } = fields;
  const header: LogHeader = { v: TRANSCRIPT_VERSION, logId, sessionId, created: clock.now(), ...rest };
  const line = encodeLine(header);
  await writeAll(file, line);
  await file.datasync();
  return { header, lengthBytes: line.length };
}
