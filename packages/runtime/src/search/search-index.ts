import { chmodSync, closeSync, constants, openSync, rmSync } from "node:fs";
import type { SessionId } from "@nucleic/protocol";
import Database, { type Database as Sqlite, type Statement } from "better-sqlite3";

import type { ParsedQuery } from "./search-query.ts";

/** A session as the index knows it. */
export interface IndexedSource {
  readonly no: number;
  readonly sessionId: SessionId;
  /** The last record that is in the index. */
  readonly seq: number;
  /** Where it ends in the transcript. */
  readonly offset: number;
}

/** A text on its way into the index. */
export interface IndexText {
  readonly seq: number;
  readonly text: string;
}

/** Where something was found. */
export interface IndexHit {
  readonly sessionId: SessionId;
  readonly seq: number;
}

const version = 1;
/** So many of the newest matches are ranked. */
const maxRanked = 1_000;
/** A word in more texts than this says little, and to weigh it means to count all of them: the newest come first then. */
const commonTexts = 2_000;
/** A record's row is its session's number, 32 bits further up, and its seq. */
const perSource = 2 ** 32;

const schema = `
  CREATE TABLE source (
    no INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    seq INTEGER NOT NULL DEFAULT 0,
    offset INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE VIRTUAL TABLE text USING fts5(
    body, project, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  PRAGMA user_version = ${version};
`;

/**
 * The words of all transcripts, in a file of its own: it holds no text, can be thrown away, and stays out of backups. Its
 * writes block, so it lives in a worker thread.
 */
export class SearchIndex implements Disposable {
  readonly #sqlite: Sqlite;
  readonly #insert: Statement<[bigint, string, string]>;
  readonly #best: Statement<[string, number]>;
  readonly #newest: Statement<[string, number]>;
  readonly #isCommon: Statement<[string]>;

  private constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    this.#insert = sqlite.prepare("INSERT INTO text(rowid, body, project) VALUES (?, ?, ?)");
    this.#best = sqlite.prepare(found("bm25(text, 1.0, 0.0)", "score, hit.id DESC"));
    this.#newest = sqlite.prepare(found("0", "hit.id DESC"));
    this.#isCommon = sqlite.prepare(
      `SELECT count(*) > ${commonTexts} AS isCommon
       FROM (SELECT rowid FROM text WHERE text MATCH ? LIMIT ${commonTexts + 1})`,
    );
  }

  /** Opens it; one that is damaged or of another version is made anew, and fills again from the transcripts. */
  static open(path: string): SearchIndex {
    try {
      return new SearchIndex(openFile(path));
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !isDamage(error.code)) throw error;
      for (const file of ["", "-wal", "-shm"]) rmSync(path + file, { force: true });
      return new SearchIndex(openFile(path));
    }
  }

  /** What is known of a session; a new one is taken in. */
  source(sessionId: SessionId, projectId: string): IndexedSource {
    this.#sqlite
      .prepare("INSERT INTO source(session_id, project) VALUES (?, ?) ON CONFLICT DO NOTHING")
      .run(sessionId, token(projectId));
    return this.#sqlite
      .prepare("SELECT no, session_id AS sessionId, seq, offset FROM source WHERE session_id = ?")
      .get(sessionId) as IndexedSource;
  }

  /**
   * Takes texts in, up to a record, in one transaction. Answers false, and takes nothing, where another process was faster.
   */
  add(
    source: IndexedSource,
    projectId: string,
    texts: readonly IndexText[],
    end: { readonly seq: number; readonly offset: number },
  ): boolean {
    return this.#sqlite
      .transaction(() => {
        const { changes } = this.#sqlite
          .prepare("UPDATE source SET seq = ?, offset = ? WHERE no = ? AND session_id = ? AND seq = ?")
          .run(end.seq, end.offset, source.no, source.sessionId, source.seq);
        if (changes === 0) return false;
        const project = token(projectId);
        for (const { seq, text } of texts) this.#insert.run(rowOf(source.no, seq), text, project);
        return true;
      })
      .immediate();
  }

  /** Best first, the newest first where a word is everywhere. */
  find(
    { match, each }: Pick<ParsedQuery, "match" | "each">,
    projectId: string | undefined,
    limit: number,
  ): readonly IndexHit[] {
    const scoped = projectId === undefined ? match : `(${match}) AND project : "${token(projectId)}"`;
    // The beginning of a word stands for many: there is no weighing them in time.
    const isCommon =
      each === undefined ||
      each.some((one) => (this.#isCommon.get(one) as { isCommon: number }).isCommon === 1);
    return (isCommon ? this.#newest : this.#best).all(scoped, limit) as IndexHit[];
  }

  /** The last record of each session that is in the index. */
  seqs(): ReadonlyMap<SessionId, number> {
    const rows = this.#sqlite.prepare("SELECT session_id AS id, seq FROM source").all();
    return new Map((rows as { id: SessionId; seq: number }[]).map(({ id, seq }) => [id, seq]));
  }

  /** Forgets all of a session's words. */
  forget(sessionId: SessionId): void {
    this.#sqlite
      .transaction(() => {
        const source = this.#sqlite.prepare("SELECT no FROM source WHERE session_id = ?").get(sessionId);
        if (source === undefined) return;
        const { no } = source as { no: number };
        this.#sqlite
          .prepare("DELETE FROM text WHERE rowid BETWEEN ? AND ?")
          .run(rowOf(no, 0), rowOf(no, perSource - 1));
        this.#sqlite.prepare("DELETE FROM source WHERE no = ?").run(no);
      })
      .immediate();
  }

  /** Forgets everything. */
  clear(): void {
    this.#sqlite
      .transaction(() => {
        this.#sqlite.exec("DELETE FROM source; INSERT INTO text(text) VALUES ('delete-all')");
      })
      .immediate();
  }

  /** Puts what many small writes have left together: smaller, and quicker to search. */
  merge(): void {
    this.#sqlite.exec("INSERT INTO text(text, rank) VALUES ('merge', 500)");
  }

  [Symbol.dispose](): void {
    this.#sqlite.close();
  }
}

function found(score: string, order: string): string {
  return `
    SELECT session_id AS sessionId, hit.id % ${perSource} AS seq
    FROM (
      SELECT rowid AS id, ${score} AS score FROM text WHERE text MATCH ? ORDER BY rowid DESC LIMIT ${maxRanked}
    ) AS hit JOIN source ON source.no = hit.id / ${perSource}
    ORDER BY ${order} LIMIT ?`;
}

function openFile(path: string): Sqlite {
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600));
  chmodSync(path, 0o600);
  const sqlite = new Database(path, { timeout: 5_000 });
  try {
    sqlite.pragma("journal_mode = WAL");
    // What a power cut takes back is read from the transcripts again.
    sqlite.pragma("synchronous = NORMAL");
    sqlite.pragma(`journal_size_limit = ${16 * 1024 * 1024}`);
    sqlite
      .transaction(() => {
        if (sqlite.pragma("user_version", { simple: true }) === version) return;
        sqlite.exec("DROP TABLE IF EXISTS source; DROP TABLE IF EXISTS text");
        sqlite.exec(schema);
      })
      .immediate();
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function isDamage(code: string): boolean {
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB";
}

function rowOf(no: number, seq: number): bigint {
  return BigInt(no) * BigInt(perSource) + BigInt(seq);
}

/** An id as one word of the index. */
function token(id: string): string {
  return id.replace(/[^0-9a-zA-Z]/g, "");
}
