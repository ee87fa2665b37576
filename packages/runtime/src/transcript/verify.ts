import { join } from "node:path";
import { type BlobRef, blobsOf } from "./blob-fields.ts";
import { blobDirectory, readBlob } from "./blob-files.ts";
import type { LogFiles } from "./files.ts";
import type { DamagedRange } from "./recover.ts";
import { RecoveryScan } from "./recovery-scan.ts";
import { findExtent, scanLog } from "./segments.ts";

/** A text out of line that is not there, or not what its name says. */
export interface BlobFault {
  readonly code: "missing" | "changed";
  readonly hash: string;
  /** The first record that names it. */
  readonly seq: number;
}

/** What a transcript on disk is like. */
export interface VerifyReport {
  readonly path: string;
  /** Of the last file with a header. */
  readonly logId: string | undefined;
  readonly files: number;
  readonly bytes: number;
  /** Whole ones, and the last seq among them. */
  readonly records: number;
  readonly lastSeq: number;
  readonly blobs: number;
  /** Where records are missing, repeated or rotten and no repair has said so yet. */
  readonly damage: readonly DamagedRange[];
  /** The same, from before a repair: what is missing there is known, and stays missing. */
  readonly repaired: readonly DamagedRange[];
  readonly blobFaults: readonly BlobFault[];
  /** Bytes at the end that are no whole record: being written, or left by a crash. The next to open the log cuts them off. */
  readonly unfinishedBytes: number;
}

/** Whether everything that was ever acknowledged can be read, or a repair has said what cannot. */
export function isWhole({ damage, blobFaults }: VerifyReport): boolean {
  return damage.length === 0 && blobFaults.length === 0;
}

/**
 * Reads all of a transcript: checksums, seqs, the chain of its files, and every text out of line against its name.
 * Takes no lock and writes nothing, so it may be done to a session that runs. @throws StorageError `missing`
 */
export async function verifyTranscript(files: LogFiles, path: string): Promise<VerifyReport> {
  const extent = await findExtent(files, path);
  const blobs = new Map<string, { readonly ref: BlobRef; readonly seq: number }>();
  let records = 0;
  const scan = new RecoveryScan((event) => {
    records++;
    for (const ref of blobsOf(event)) if (!blobs.has(ref.hash)) blobs.set(ref.hash, { ref, seq: event.seq });
  });
  for await (const lines of scanLog(files, extent)) for (const line of lines) scan.take(line);
  scan.end(extent.segments.at(-1)?.startOffset ?? 0);
  const directory = blobDirectory(path);
  const blobFaults: BlobFault[] = [];
  for (const { ref, seq } of blobs.values()) {
    const code = await faultOf(files, directory, ref);
    if (code !== undefined) blobFaults.push({ code, hash: ref.hash, seq });
  }
  return {
    path,
    logId: scan.logId,
    files: extent.segments.length,
    bytes: extent.endOffset,
    records,
    lastSeq: scan.lastSeq,
    blobs: blobs.size,
    damage: scan.damage,
    repaired: scan.repaired,
    blobFaults,
    unfinishedBytes: extent.endOffset - scan.goodEnd,
  };
}

/** The transcripts of a data directory: the ids of their sessions, and where each begins. */
export async function findTranscripts(
  files: LogFiles,
  dataDir: string,
): Promise<readonly { readonly sessionId: string; readonly path: string }[]> {
  const sessions = join(dataDir, "sessions");
  const names = await files.list(sessions).catch(() => []);
  return names
    .filter((name) => !name.startsWith("."))
    .sort()
    .map((name) => ({ sessionId: name, path: join(sessions, name, "transcript.jsonl") }));
}

async function faultOf(
  files: LogFiles,
  directory: string,
  ref: BlobRef,
): Promise<BlobFault["code"] | undefined> {
  if ((await readBlob(files, directory, ref)) !== undefined) return undefined;
  const isThere = await files.sizeBytes(join(directory, ref.hash)).then(
    () => true,
    () => false,
  );
  return isThere ? "changed" : "missing";
}
