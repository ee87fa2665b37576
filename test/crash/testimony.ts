import type { Ack } from "./acks.ts";

/** Of all acknowledgements those of one kind. */
type Of<K extends Ack["a"], A = Ack> = A extends { readonly a: infer B } ? (K extends B ? A : never) : never;

type Seen = Extract<Ack, { a: "seen" }>;

/** What was acknowledged, in all lives of a data directory, in order. */
export class Testimony {
  readonly acks: Ack[] = [];

  /** A line that the kill cut in half is no acknowledgement. */
  add(lines: readonly string[]): void {
    for (const line of lines)
      try {
        this.acks.push(JSON.parse(line) as Ack);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
  }

  of<K extends Ack["a"]>(kind: K): readonly Of<K>[] {
    return this.acks.filter((ack) => ack.a === kind) as unknown as readonly Of<K>[];
  }

  /** The sessions that somebody was told of and nobody began to delete. */
  get sessions(): ReadonlySet<string> {
    const deleting = new Set(this.of("deleting").map(({ s }) => s));
    const all = [...this.of("session"), ...this.of("seen")].map(({ s }) => s);
    return new Set(all.filter((s) => !deleting.has(s)));
  }

  /** Of a session, by seq. Two that saw the same seq have to have seen the same. */
  seen(session: string): ReadonlyMap<number, Seen> {
    const seen = new Map<number, Seen>();
    for (const ack of this.of("seen"))
      if (ack.s === session) {
        const before = seen.get(ack.seq);
        if (before && before.hash !== ack.hash)
          throw new Error(`record ${ack.seq} of ${session} was seen as two: ${before.kind} and ${ack.kind}`);
        seen.set(ack.seq, ack);
      }
    return seen;
  }
}
