/** About this many bytes of a log lie between two points. */
const stepBytes = 256 * 1024;

/** Where a record of the log begins. */
export interface IndexPoint {
  readonly seq: number;
  readonly offset: number;
}

/**
 * Where some records of a log that is open here begin: enough to start reading near any of them. Both numbers only grow from point to
 * point, so a record is never before the last point at or below its seq.
 */
export class SparseIndex {
  readonly #points: IndexPoint[];

  /** @param points of an earlier one of the same log */
  constructor(points: readonly IndexPoint[] = []) {
    this.#points = [...points];
  }

  get points(): readonly IndexPoint[] {
    return this.#points;
  }

  /** Takes note of a record; keeps it where the last point is far enough behind. */
  add(seq: number, startOffset: number): void {
    const last = this.#points.at(-1);
    if (last && (startOffset < last.offset + stepBytes || seq <= last.seq)) return;
    this.#points.push({ seq, offset: startOffset });
  }

  /** The last point at or before a record. */
  pointFor(seq: number): IndexPoint | undefined {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#points[middle]?.seq ?? Number.POSITIVE_INFINITY) <= seq) low = middle + 1;
      else high = middle;
    }
    return this.#points[low - 1];
  }
}
