import assert from "node:assert/strict";
import type { ApprovalRequest, SessionId, Verbosity } from "@nucleic/protocol";
import { atVerbosity, channelPair, serveClient } from "../../src/server/index.ts";
import { clientWith, MemoryHost, type TestRecord } from "../memory-host.ts";
import { VirtualClock } from "../virtual-clock.ts";
import type { ModelRecord } from "./disk.ts";
import { Contiguity } from "./tap.ts";

/** What records add up to, for one who looks at a session: what waits for a person, and the last records. */
class Folded {
  readonly records: ModelRecord[] = [];
  readonly approvals = new Map<string, ApprovalRequest>();
  head = 0;

  take(record: ModelRecord): void {
    this.records.push(record);
    const { approvalId, kind, request } = record;
    if (kind === "approvalRequested" && request) this.approvals.set(request.id, request);
    if (kind === "approvalResolved" && approvalId !== undefined)
      assert(this.approvals.delete(approvalId), `${approvalId} was known to wait`);
  }
}

/** A host whose session `k` stands at record k when somebody begins to follow it, and then goes on to the log's end. */
class PastHost extends MemoryHost {
  readonly #records: readonly ModelRecord[];

  constructor(records: readonly ModelRecord[]) {
    super();
    this.#records = records;
  }

  override async source(id: SessionId) {
    const k = Number(id);
    const log = this.#records;
    const past = new Folded();
    for (const record of log.slice(0, k)) past.take(record);
    return {
      logId: this.logId,
      head: k,
      snapshot: () => ({ item: this.item, approvals: [...past.approvals.values()], questions: [] }),
      subscribe: ({ fromSeq }: { readonly fromSeq: number }) => recordsOf(log, fromSeq, log.length),
      read: (fromSeq: number, toSeq: number) => recordsOf(log, fromSeq, toSeq),
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
}

async function* recordsOf(log: readonly ModelRecord[], fromSeq: number, toSeq: number) {
  yield* log.slice(fromSeq - 1, toSeq) as unknown as TestRecord[];
}

/** The record as that verbosity shows it; nothing where it is left out. */
export function shownAt(record: ModelRecord, verbosity: Verbosity): readonly ModelRecord[] {
  const shown = atVerbosity(record as unknown as TestRecord, verbosity) as ModelRecord | undefined;
  return shown === undefined ? [] : [shown];
}

const atOnce = 100;
const plenty = 16 * 1024 * 1024;
const tailOf = (k: number) => (k * 7) % 11;

/**
 * At each verbosity and for each k: a snapshot at k, with what follows, adds up to what the whole log does. Gives how many
 * were folded. @throws AssertionError
 */
export async function checkFolds(log: readonly ModelRecord[]): Promise<number> {
  let folded = 0;
  for (const verbosity of ["full", "normal", "summary"] as const) {
    const shown = log.flatMap((record) => shownAt(record, verbosity));
    const whole = new Folded();
    for (const record of shown) whole.take(record);
    for (let from = 0; from <= log.length; from += atOnce) {
      const ks = Array.from({ length: Math.min(atOnce, log.length - from + 1) }, (_, at) => from + at);
      const pictures = await followed(log, verbosity, ks);
      folded += ks.length;
      for (const k of ks) {
        const picture = pictures.get(String(k)) ?? new Folded();
        const about = `at ${k} of ${log.length}, ${verbosity}`;
        const first = Math.max(1, k - tailOf(k) + 1);
        assert.deepEqual(picture.approvals, whole.approvals, `what waits, ${about}`);
        assert.equal(picture.head, log.length, `the head, ${about}`);
        const last = shown.filter(({ seq }) => seq >= first);
        assert.deepEqual(picture.records, last, `the records, ${about}`);
      }
    }
  }
  return folded;
}

/** What one client makes of the session as it stood at each k. */
async function followed(
  log: readonly ModelRecord[],
  verbosity: string,
  ks: readonly number[],
): Promise<ReadonlyMap<string, Folded>> {
  const { near, far } = channelPair();
  const clock = new VirtualClock();
  const end = new AbortController();
  const host = new PastHost(log);
  const served = serveClient({ channel: far, client: clientWith("view"), host, clock, signal: end.signal });
  near.send(JSON.stringify({ t: "hello", v: 1, client: { name: "model", version: "0" } }));
  for (const k of ks) {
    const about = { sub: String(k), sessionId: String(k), tail: tailOf(k), verbosity };
    near.send(JSON.stringify({ t: "subscribe", from: null, credit: plenty, ...about }));
  }
  const contiguity = new Contiguity();
  const pictures = new Map<string, Folded>();
  let left = ks.length;
  for await (const text of near.messages) {
    const message = JSON.parse(text);
    const picture = pictures.get(message.sub) ?? new Folded();
    if (message.t === "snapshot" || message.t === "events") {
      contiguity.take(message);
      pictures.set(message.sub, picture);
      for (const approval of message.snapshot?.approvals ?? []) picture.approvals.set(approval.id, approval);
      for (const record of message.items)
        if (message.t === "events") picture.take(record);
        else picture.records.push(record);
      picture.head = message.atSeq ?? message.to;
    }
    if (message.t === "reset" && --left === 0) break;
  }
  end.abort();
  await served;
  return pictures;
}
