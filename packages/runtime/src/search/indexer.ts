import type { ProjectId, SessionId } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import type { LogFiles } from "../transcript/files.ts";
import { type ReadRecord, readRecords } from "../transcript/reader.ts";
import type { IndexedSource, IndexText, SearchIndex } from "./search-index.ts";
import { searchText } from "./search-text.ts";

/** A session to be searched. Plain data: it goes to a worker thread. */
export interface SearchSource {
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  readonly transcriptPath: string;
  /** The last record that its row knows of. */
  readonly lastSeq: number;
}

/**
 * Brings the index up to a session's transcript: reads on where it stopped, and takes each piece in together with the
 * place it ends at, so that a kill at any moment loses nothing and doubles nothing.
 */
export async function indexSession(
  index: SearchIndex,
  files: LogFiles,
  session: SearchSource,
  signal: AbortSignal,
): Promise<void> {
  let source = index.source(session.sessionId, session.projectId);
  try {
    for await (const records of recordsAfter(files, session.transcriptPath, source, signal)) {
      const end = records.at(-1);
      if (end === undefined) continue;
      const texts = textsOf(records);
      if (!index.add(source, session.projectId, texts, { seq: end.seq, offset: end.endOffset })) return;
      source = { ...source, seq: end.seq, offset: end.endOffset };
    }
  } catch (error) {
    // A session that never wrote anything.
    if (!(error instanceof StorageError && error.code === "missing")) throw error;
  }
}

/** From the known place on, or from wherever the record is now, where the file is another. */
async function* recordsAfter(
  files: LogFiles,
  path: string,
  { seq, offset }: IndexedSource,
  signal: AbortSignal,
): AsyncGenerator<readonly ReadRecord[], void, undefined> {
  let isFirst = true;
  for await (const records of readRecords(files, path, { fromSeq: seq + 1, fromOffset: offset, signal })) {
    if (isFirst && records[0]?.seq !== seq + 1)
      return yield* readRecords(files, path, { fromSeq: seq + 1, signal });
    isFirst = false;
    yield records;
  }
}

function textsOf(records: readonly ReadRecord[]): IndexText[] {
  return records.flatMap(({ event, seq }) => {
    const found = searchText(event);
    return found ? [{ seq, text: found.text }] : [];
  });
}
