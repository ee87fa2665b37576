import type { Step, StepUsage } from "@nucleic/protocol/testing";
import type { ModelRequest, RequestKind } from "./model-request.ts";

/** Steps that put something into the reply; the others only shape how it is sent. */
export type ContentStep = Extract<
  Step,
  { say: string } | { think: string } | { call: string } | { native: string }
>;

/** A complete answer, sent in one piece. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a reply is known to be before it begins. */
export interface ReplyFacts {
  /** Counts the replies to requests of this kind from 1: ids made of kind and ordinal are the same in every run. */
  readonly ordinal: number;
  readonly usage: StepUsage;
}

/** One reply on its way out, in the bytes of its API. Holds the state of one response and is used once. */
export interface ReplyEncoder {
  readonly contentType: string;
  /** What a step becomes, piece by piece; each piece is flushed on its own. The first call also opens the reply. */
  content(step: ContentStep): Iterable<string>;
  /** A delta that its reader cannot parse. */
  malformed(): string;
  /** The end of the reply, however far it has got. */
  end(): Iterable<string>;
  /** An error after the reply has begun, when it is too late for an HTTP status. */
  lateError(status: number, message: string): string;
}

/** One provider's API: everything the scripted server has to know about its wire. Add an API by writing one of these. */
export interface ModelApi {
  readonly name: string;
  /** What a request is for. `other` is everything that is no request for a reply. */
  classify(request: Omit<ModelRequest, "index" | "kind">): RequestKind;
  /** The answer to `other`: token counts, lists of models, probes. */
  plain(request: ModelRequest): PlainAnswer;
  /** An error as the provider words it. */
  error(status: number, message: string): PlainAnswer;
  encoder(request: ModelRequest, about: ReplyFacts): ReplyEncoder;
}
