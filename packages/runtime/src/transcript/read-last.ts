import { blobDirectory, inline } from "./blob-files.ts";
import type { LogFiles } from "./files.ts";
import { decodeLine } from "./format.ts";
import type { ReadOptions, ReadRecord } from "./reader.ts";
import { scanLinesBackward } from "./scan-lines-backward.ts";
import { findExtent, openSegment } from "./segments.ts";

/**
 * The last records of a transcript, in order; all of them where there are fewer. Reads from the end, and no more than
 * it needs. Takes no lock and writes nothing. @throws StorageError `missing`
 */
export async function readLast(
  files: LogFiles,
  path: string,
  count: number,
  { blobs = "inline" }: Pick<ReadOptions, "blobs"> = {},
): Promise<readonly ReadRecord[]> {
  const extent = await findExtent(files, path);
  const records: ReadRecord[] = [];
  let before = Number.POSITIVE_INFINITY;
  let until = extent.endOffset;
  for (const segment of extent.segments.toReversed()) {
    if (records.length >= count) break;
    const isLast = until === extent.endOffset;
    const file = await openSegment(files, segment);
    try {
      for await (const lines of scanLinesBackward(file, until - segment.startOffset)) {
        for (const { bytes, endOffset, unterminated } of lines) {
          if (records.length >= count || (unterminated && isLast)) continue;
          const decoded = decodeLine(bytes);
          if (decoded.kind !== "record" || decoded.seq >= before) continue;
          before = decoded.seq;
          records.push({
            event: decoded.event,
            seq: decoded.seq,
            endOffset: segment.startOffset + endOffset,
          });
        }
        if (records.length >= count) break;
      }
    } finally {
      await file.close();
    }
    until = segment.startOffset;
  }
  records.reverse();
  if (blobs === "named") return records;
  const directory = blobDirectory(path);
  return Promise.all(
    records.map(async (record) => ({ ...record, event: await inline(files, directory, record.event) })),
  );
}
