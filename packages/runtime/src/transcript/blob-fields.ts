import { createHash } from "node:crypto";
import type { SessionEvent } from "../session/session.ts";
import type { Sequenced } from "./format.ts";

/** A text of a record that stands in a file of its own. The record holds its beginning, or nothing of an image. */
export interface BlobRef {
  /** Where in the record: member names and places in lists. */
  readonly at: readonly (string | number)[];
  /** SHA-256 of the file, in hex: its name. */
  readonly hash: string;
  /** Length of the file. */
  readonly bytes: number;
  /** What the file's bytes have to be turned into to be the text again. */
  readonly encoding: "utf8" | "base64";
}

/** What a file under `blobs/` holds. */
export interface Blob {
  readonly hash: string;
  readonly content: Buffer;
}

const maxInlineBytes = 64 * 1024;
const maxUtf8Bytes = 3;
const previewChars = 2 * 1024;
const maxDepth = 16;

/** The members that grow large, by kind. Words of people and models stay in the line. */
const largeMembers: Readonly<Record<string, string>> = {
  userMessage: "context",
  turnStarted: "input",
  toolCallCompleted: "input",
  toolResult: "content",
  fileChange: "diff",
  approvalRequested: "request",
  raw: "native",
};

/** A record without its texts over 64 KiB, and those. `undefined` where there are none. The event is not changed. */
export function takeOut(event: Sequenced): { event: Sequenced; blobs: readonly Blob[] } | undefined {
  const member = largeMembers[event.kind];
  if (member === undefined || !(member in event)) return undefined;
  const taken = { refs: [] as BlobRef[], blobs: [] as Blob[] };
  const short = shorten((event as Record<string, unknown>)[member], [member], taken);
  if (taken.refs.length === 0) return undefined;
  return { event: { ...event, [member]: short, blobs: taken.refs } as Sequenced, blobs: taken.blobs };
}

const named = new WeakMap<object, SessionEvent>();

/** A record as its line on disk has it: the very same for all who ask. */
export function nameBlobs(event: SessionEvent): SessionEvent {
  if (!(event.kind in largeMembers)) return event;
  const known = named.get(event);
  if (known !== undefined) return known;
  const short = takeOut(event as Sequenced)?.event ?? event;
  named.set(event, short);
  return short;
}

/** The texts of a record that stand elsewhere. */
export function blobsOf(event: Sequenced): readonly BlobRef[] {
  const blobs: unknown = (event as { readonly blobs?: unknown }).blobs;
  return Array.isArray(blobs) ? blobs.filter(isBlobRef) : [];
}

/** The record with its texts back in their places; those that are not given stay as they are, and stay named. */
export function putBack(event: Sequenced, contents: ReadonlyMap<string, Buffer>): Sequenced {
  let whole: Sequenced = event;
  const missing: BlobRef[] = [];
  for (const ref of blobsOf(event)) {
    const content = contents.get(ref.hash);
    if (content === undefined) missing.push(ref);
    else
      whole = replaceAt(whole, ref.at, { text: content.toString(ref.encoding), hash: ref.hash }) as Sequenced;
  }
  const { blobs: _blobs, ...rest } = whole as Sequenced & { readonly blobs?: unknown };
  return (missing.length > 0 ? { ...rest, blobs: missing } : rest) as Sequenced;
}

interface Taken {
  readonly refs: BlobRef[];
  readonly blobs: Blob[];
}

function shorten(value: unknown, at: readonly (string | number)[], taken: Taken): unknown {
  if (typeof value === "string") return isLarge(value) ? shortText(value, at, taken) : value;
  if (typeof value !== "object" || value === null || at.length > maxDepth) return value;
  if (isImage(value)) return isLarge(value.data) ? shortImage(value, at, taken) : value;
  const before = taken.refs.length;
  if (Array.isArray(value)) {
    const items = value.map((item, i) => shorten(item, [...at, i], taken));
    return taken.refs.length > before ? items : value;
  }
  const members = Object.entries(value).map(([key, item]) => [key, shorten(item, [...at, key], taken)]);
  return taken.refs.length > before ? Object.fromEntries(members) : value;
}

function shortText(text: string, at: readonly (string | number)[], taken: Taken): string {
  // What UTF-8 cannot hold is not given to it.
  if (!text.isWellFormed()) return text;
  name(taken, at, "utf8", Buffer.from(text));
  return text
    .slice(0, previewChars)
    .toWellFormed()
    .replace(/\ufffd$/, "");
}

function shortImage(image: Image, at: readonly (string | number)[], taken: Taken): unknown {
  const pixels = Buffer.from(image.data, "base64");
  const isExact = pixels.toString("base64") === image.data;
  const content = isExact ? pixels : Buffer.from(image.data);
  return {
    ...image,
    data: "",
    blob: name(taken, [...at, "data"], isExact ? "base64" : "utf8", content),
  };
}

function name(taken: Taken, at: BlobRef["at"], encoding: BlobRef["encoding"], content: Buffer): string {
  const hash = createHash("sha256").update(content).digest("hex");
  taken.refs.push({ at, hash, bytes: content.length, encoding });
  taken.blobs.push({ hash, content });
  return hash;
}

interface Replacement {
  readonly text: string;
  readonly hash: string;
}

function replaceAt(value: unknown, [key, ...rest]: BlobRef["at"], by: Replacement): unknown {
  if (key === undefined) return by.text;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? replaceAt(item, rest, by) : item));
  const { blob, ...others } = value as { readonly blob?: unknown };
  // The name of an image's file has done its work.
  const kept = blob === by.hash && rest.length === 0 ? others : value;
  return { ...kept, [key]: replaceAt(value[key as keyof typeof value], rest, by) };
}

interface Image {
  readonly kind: "image";
  readonly data: string;
}

function isImage(value: object): value is Image {
  return (
    "kind" in value &&
    value.kind === "image" &&
    !("blob" in value) &&
    "data" in value &&
    typeof value.data === "string"
  );
}

function isLarge(text: string): boolean {
  return text.length * maxUtf8Bytes > maxInlineBytes && Buffer.byteLength(text) > maxInlineBytes;
}

function isBlobRef(value: unknown): value is BlobRef {
  const ref = value as Partial<BlobRef> | null;
  return (
    typeof ref === "object" &&
    ref !== null &&
    Array.isArray(ref.at) &&
    typeof ref.hash === "string" &&
    /^[0-9a-f]{64}$/.test(ref.hash) &&
    Number.isSafeInteger(ref.bytes) &&
    (ref.encoding === "utf8" || ref.encoding === "base64")
  );
}
