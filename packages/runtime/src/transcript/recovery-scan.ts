import type { LogCheckpoint, RecordPlace } from "./checkpoint.ts";
import { decodeLine, type LogHeader, type Sequenced } from "./format.ts";
import type { DamagedRange } from "./recover.ts";
import type { LogLine } from "./segments.ts";

/** What the lines of a log add up to, told in order. */
export class RecoveryScan {
  header: LogHeader | undefined;
  lastSeq = 0;
  /** Behind the last whole line. */
  goodEnd = 0;
  lacksLineEnd = false;
  damage: DamagedRange[] = [];
  /** Damage before a repair, which told of it. */
  repaired: DamagedRange[] = [];
  /** The last record that is in its place, whole to its line end. */
  last: RecordPlace | undefined;
  readonly #onRecord: (event: Sequenced, line: LogLine) => void;
  #logId: string | undefined;

  /** @param from where an earlier scan of the same log was; the lines are those behind it then */
  constructor(onRecord: (event: Sequenced, line: LogLine) => void, from?: LogCheckpoint) {
    this.#onRecord = onRecord;
    if (from === undefined) return;
    this.header = from.header;
    this.#logId = from.logId;
    this.last = from.last;
    this.lastSeq = from.last.seq;
    this.goodEnd = from.last.endOffset;
  }

  /** Of the last header. */
  get logId(): string | undefined {
    return this.#logId;
  }

  take(line: LogLine): void {
    const decoded = decodeLine(line.bytes);
    if (decoded.kind === "damaged") return;
    if (decoded.kind === "header") this.#takeHeader(decoded.header, line);
    else this.#takeRecord(decoded.event, line);
    this.goodEnd = line.endOffset;
    this.lacksLineEnd = line.unterminated;
  }

  /** After the last line. Bytes before the last file that no whole line follows are damage: that file was on disk. */
  end(lastStart: number): void {
    if (this.goodEnd >= lastStart) return;
    this.#damaged(lastStart, undefined);
    this.goodEnd = lastStart;
    this.lacksLineEnd = false;
  }

  #takeHeader(header: LogHeader, line: LogLine): void {
    const isFirst = this.#logId === undefined;
    const isOurs = isFirst || [header.logId, header.replaces].includes(this.#logId);
    const isInPlace =
      line.startOffset === line.segment.startOffset && header.segment === line.segment.number && isOurs;
    const lost =
      isInPlace && header.prevLast > this.lastSeq
        ? { fromSeq: this.lastSeq + 1, toSeq: header.prevLast }
        : undefined;
    const continues = isInPlace && header.prevLast === this.lastSeq;
    if (!continues || line.startOffset > this.goodEnd) this.#damaged(line.startOffset, lost);
    if (lost) this.lastSeq = lost.toSeq;
    this.header ??= header;
    if (!isInPlace) return;
    this.#logId = header.logId;
    if (header.replaces === undefined) return;
    this.repaired = [...this.repaired, ...this.damage];
    this.damage = [];
  }

  #takeRecord(event: Sequenced, line: LogLine): void {
    if (event.seq <= this.lastSeq) {
      this.#damaged(line.endOffset, undefined);
      return;
    }
    const expected = this.lastSeq + 1;
    const lost = event.seq > expected ? { fromSeq: expected, toSeq: event.seq - 1 } : undefined;
    if (lost || line.startOffset > this.goodEnd) this.#damaged(line.startOffset, lost);
    this.lastSeq = event.seq;
    const { startOffset, endOffset } = line;
    this.last = line.unterminated ? undefined : { seq: event.seq, startOffset, endOffset };
    this.#onRecord(event, line);
  }

  #damaged(toOffset: number, lost: DamagedRange["lost"]): void {
    this.damage.push({ fromOffset: this.goodEnd, toOffset, lost });
  }
}
