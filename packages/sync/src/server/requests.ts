import {
  type ClientMessageOf,
  type IntentKindSpec,
  intentKinds,
  isIntentKind,
  isQueryKind,
  queryKinds,
  type Refusal,
  type Scope,
} from "@nucleic/protocol/messages";
import { eventText } from "./event-text.ts";
import type { HostPort, IntentAnswer, ServedClient } from "./host-port.ts";
import type { IntentRates } from "./intent-rates.ts";
import { refusalOf } from "./refusal.ts";
import type { Wire } from "./wire.ts";

const maxRangeChars = 256 * 1024;

/** What is asked once and answered once. Everything that a client sends is checked here; the host sees no more of it. */
export class Requests {
  readonly #client: ServedClient;
  readonly #host: HostPort;
  readonly #wire: Wire;
  readonly #rates: IntentRates;
  /** Intents are taken in the order in which they came; what they take to be done is another matter. */
  #taken: Promise<unknown> = Promise.resolve();

  constructor(client: ServedClient, host: HostPort, wire: Wire, rates: IntentRates) {
    this.#client = client;
    this.#host = host;
    this.#wire = wire;
    this.#rates = rates;
  }

  async intent(message: ClientMessageOf<"intent">): Promise<void> {
    const waitMs = this.#rates.take(this.#client.id);
    if (waitMs > 0) return this.#wire.send({ t: "intentResult", id: message.id, ...tooMany(waitMs) });
    const begun = this.#taken.then(() => this.#begin(message));
    this.#taken = begun;
    const { answer } = await begun;
    this.#wire.send({ t: "intentResult", id: message.id, ...(await answer) });
  }

  async query({ req, kind, args }: ClientMessageOf<"query">): Promise<void> {
    const spec = isQueryKind(kind) ? queryKinds[kind] : undefined;
    const checked = await this.#check(kind, spec, args);
    if ("error" in checked) return this.#wire.send({ t: "queryResult", req, error: checked.error });
    try {
      const result = await this.#host.query(this.#client, kind, checked.args);
      this.#wire.send({ t: "queryResult", req, result });
    } catch (error) {
      this.#wire.send({ t: "queryResult", req, error: refusalOf(error) });
    }
  }

  async range({ req, sessionId, logId, fromSeq, toSeq, verbosity }: ClientMessageOf<"range">): Promise<void> {
    await using source = await this.#host.source(sessionId);
    if (source.logId !== logId)
      return this.#wire.refuse(req, "logChanged", "the session's log is another one now");
    const last = Math.min(toSeq, source.head);
    const items: string[] = [];
    let chars = 0;
    let to = fromSeq - 1;
    if (fromSeq <= last)
      for await (const event of source.read(fromSeq, last)) {
        to = (event as { readonly seq: number }).seq;
        const text = eventText(event, verbosity);
        if (text !== "") items.push(text);
        chars += text.length;
        if (chars >= maxRangeChars) break;
      }
    this.#wire.sendItems({ t: "rangeResult", req, fromSeq, toSeq: to, more: to < last }, items);
  }

  async blob({ req, sessionId, ref, offset, length }: ClientMessageOf<"blob">): Promise<void> {
    const { data, sizeBytes } = await this.#host.blob(sessionId, ref, { offset, length });
    this.#wire.send({ t: "blobResult", req, offset, sizeBytes, data: base64(data) });
  }

  /** Checks an intent and hands it to the host; the answer comes when it is done. */
  async #begin(message: ClientMessageOf<"intent">): Promise<{ readonly answer: Promise<IntentAnswer> }> {
    const { kind, sessionId } = message;
    const spec = isIntentKind(kind) ? intentKinds[kind] : undefined;
    const checked = await this.#check(kind, spec, message.args);
    if ("error" in checked) return { answer: Promise.resolve({ status: "rejected", ...checked }) };
    if (spec?.onSession === true && sessionId === undefined) {
      const error = { code: "invalid", message: `${kind} is about a session: it needs a sessionId` };
      return { answer: Promise.resolve({ status: "rejected", error }) };
    }
    return { answer: this.#host.intent(this.#client, { ...message, args: checked.args }) };
  }

  async #check(
    kind: string,
    spec: Checkable | undefined,
    args: unknown,
  ): Promise<{ readonly error: Refusal } | { readonly args: unknown }> {
    if (spec === undefined) return refused("unsupported", `this host knows no ${kind}`);
    if (!(await this.#client.scopes()).includes(spec.scope))
      return refused("scope", `${kind} needs the scope ${spec.scope}, which this client does not have`);
    const { success, data, error } = spec.args.safeParse(args ?? {});
    if (success) return { args: data };
    return refused("invalid", error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).join("; "));
  }
}

interface Checkable {
  readonly scope: Scope;
  readonly args: IntentKindSpec["args"];
}

/** Not recorded: the same intent may come again. */
function tooMany(waitMs: number): IntentAnswer {
  const hint = `Try again in ${Math.ceil(waitMs / 1_000)} s.`;
  return {
    status: "rejected",
    error: { code: "rateLimited", message: "too many intents in a minute", hint },
  };
}

function refused(code: string, message: string): { readonly error: Refusal } {
  return { error: { code, message } };
}

function base64(data: Uint8Array): string {
  const piece = 32 * 1024;
  let text = "";
  for (let at = 0; at < data.length; at += piece)
    text += String.fromCharCode(...data.subarray(at, at + piece));
  return btoa(text);
}
