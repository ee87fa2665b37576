import assert from "node:assert/strict";
import type { Channel } from "../../src/server/index.ts";

interface Item {
  readonly seq: number;
}

type Said =
  | { readonly t: "subscribe"; readonly sub: string; readonly from: { readonly seq: number } | null }
  | { readonly t: "snapshot"; readonly sub: string; readonly atSeq: number; readonly snapshot?: unknown }
  | {
      readonly t: "events";
      readonly sub: string;
      readonly from: number;
      readonly to: number;
      readonly items: readonly Item[];
    }
  | { readonly t: "other" };

/** Holds the batches of each subscription against the rule: each begins behind the end of the one before. */
export class Contiguity {
  readonly #ends = new Map<string, number>();

  take(said: Said): void {
    if (said.t === "subscribe") {
      if (said.from === null) this.#ends.delete(said.sub);
      else this.#ends.set(said.sub, said.from.seq);
    } else if (said.t === "snapshot" && said.snapshot !== undefined) this.#ends.set(said.sub, said.atSeq);
    else if (said.t === "events") this.#takeBatch(said);
  }

  #takeBatch({ sub, from, to, items }: Extract<Said, { t: "events" }>): void {
    const end = this.#ends.get(sub);
    assert.equal(from, (end ?? Number.NaN) + 1, "a batch begins behind the one before");
    let last = from - 1;
    for (const { seq } of items) {
      assert(seq > last && seq <= to, `record ${seq} has its place in ${from} to ${to}`);
      last = seq;
    }
    assert(to >= from, "a batch covers something");
    this.#ends.set(sub, to);
  }
}

/** The same channel, with whatever passes held against the rule. `onFault` hears of the first that breaks it. */
export function tapped(channel: Channel, onFault: (error: unknown) => void): Channel {
  const contiguity = new Contiguity();
  const note = (text: string) => {
    try {
      contiguity.take(JSON.parse(text) as Said);
    } catch (error) {
      onFault(error);
    }
  };
  const messages = (async function* () {
    for await (const text of channel.messages) {
      if (text.startsWith('{"t":"events"') || text.startsWith('{"t":"snapshot"')) note(text);
      yield text;
    }
  })();
  return {
    messages,
    get buffered() {
      return channel.buffered;
    },
    send: (text) => {
      if (text.startsWith('{"t":"subscribe"')) note(text);
      channel.send(text);
    },
    close: (reason) => channel.close(reason),
  };
}
