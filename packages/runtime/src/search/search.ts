import type { ProjectId, SessionId } from "@nucleic/protocol";
import { StorageError } from "../errors.ts";
import type { LogFiles } from "../transcript/files.ts";
import { readRecords } from "../transcript/reader.ts";
import type { SearchSource } from "./indexer.ts";
import type { IndexHit, SearchIndex } from "./search-index.ts";
import type { ParsedQuery } from "./search-query.ts";
import { type SearchKind, searchText } from "./search-text.ts";
import { type Snippet, snippetOf } from "./snippet.ts";

/** How to search. */
export interface SearchOptions {
  /** Default 20, at most 200. */
  readonly limit?: number;
  readonly projectId?: ProjectId;
  /** How long to wait for what was written lately to get into the index. Default 2,000. */
  readonly maxWaitMs?: number;
  readonly signal?: AbortSignal;
}

/** A record that holds what was searched for. */
export interface SearchHit {
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: SearchKind;
  readonly snippet: Snippet;
}

/** What was found. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Whether all that was written when it was asked for has been searched. */
  readonly isComplete: boolean;
}

export const defaultHits = 20;
export const maxHits = 200;
/** Files open at a time. */
const readAtOnce = 10;

/** Looks words up, and takes what stands around them from the transcripts: the index holds no text. */
export async function searchSessions(
  index: SearchIndex,
  files: LogFiles,
  sessions: ReadonlyMap<SessionId, SearchSource>,
  {
    query,
    projectId,
    limit,
  }: { readonly query: ParsedQuery; readonly projectId?: ProjectId | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const hits: (SearchHit | undefined)[] = [];
  const found = index.find(query, projectId, limit);
  for (let from = 0; from < found.length; from += readAtOnce) {
    signal.throwIfAborted();
    const looks = found.slice(from, from + readAtOnce).map((hit) => {
      const source = sessions.get(hit.sessionId);
      return source && look(files, source, hit, query);
    });
    hits.push(...(await Promise.all(looks)));
  }
  return hits.flatMap((hit) => hit ?? []);
}

/** A record that is gone or unreadable is no hit: its transcript says what there is. */
async function look(
  files: LogFiles,
  { projectId, sessionId, transcriptPath }: SearchSource,
  { seq }: IndexHit,
  { terms }: ParsedQuery,
): Promise<SearchHit | undefined> {
  try {
    for await (const [record] of readRecords(files, transcriptPath, { fromSeq: seq, untilSeq: seq })) {
      const found = record?.seq === seq ? searchText(record.event) : undefined;
      if (record === undefined || found === undefined) return undefined;
      const { kind, text } = found;
      const { at } = record.event as { readonly at: number };
      return { sessionId, projectId, seq, at, kind, snippet: snippetOf(text, terms) };
    }
  } catch (error) {
    if (!(error instanceof StorageError && error.code === "missing")) throw error;
  }
  return undefined;
}
