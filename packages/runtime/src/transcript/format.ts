import { crc32 } from "node:zlib";
import type { AgentEvent, SessionId } from "@nucleic/protocol";
import type { SessionEvent } from "../session/session.ts";
import { crcKey, crcSuffixBytes, LineBuffer } from "./line-buffer.ts";

/** Version of the file format, in each header. */
export const TRANSCRIPT_VERSION = 1;

/** The first line of each segment of a transcript. */
export interface LogHeader {
  readonly v: number;
  /** Names this log: a cursor is a log id and a seq. */
  readonly logId: string;
  readonly sessionId: SessionId;
  /** Epoch milliseconds. */
  readonly created: number;
  /** 0 for the first file of a session. */
  readonly segment: number;
  /** Last seq of the segment before; 0 in the first. */
  readonly prevLast: number;
  /** The log id of the segments before, where damage in them was told of and this id took its place. */
  readonly replaces?: string;
  /** The session whose history comes before this one. */
  readonly forkedFrom?: { readonly sessionId: SessionId; readonly seq: number };
}

/** An event with its place in the session. */
export type Sequenced<E extends SessionEvent = SessionEvent> = E & { readonly seq: number };

export type DecodedLine =
  | { readonly kind: "record"; readonly seq: number; readonly event: Sequenced }
  | { readonly kind: "header"; readonly header: LogHeader }
  | { readonly kind: "damaged" };

// A line ends in `,"crc":"01234567"}`: the checksum is the last member, so it covers every byte before it, and the
// line is still plain JSON.
const crcKeyBytes = Buffer.from(crcKey);

/** Gives the event its seq, right behind `v`, where a reader finds it without parsing. */
export function sequence(event: AgentEvent, seq: number): Sequenced<AgentEvent> {
  return Object.assign({ v: event.v, seq }, event, { seq });
}

/** One line, with its checksum and line end. */
export function encodeLine(value: LogHeader | Sequenced): Buffer {
  const lines = new LineBuffer(0);
  lines.append(value);
  return lines.bytes;
}

/** Reads one line, given without its line end. Never throws. */
export function decodeLine(line: Buffer): DecodedLine {
  const body = checkedBody(line);
  if (body === undefined) return { kind: "damaged" };
  const value = parseObject(`${body.toString("utf8")}}`);
  if (value === undefined) return { kind: "damaged" };
  if (isHeader(value)) return { kind: "header", header: value };
  if (!isRecord(value)) return { kind: "damaged" };
  return { kind: "record", seq: value.seq, event: value };
}

/** The seq of a line as its first bytes tell it; `undefined` where only parsing can say. Proves nothing. */
export function peekSeq(line: Buffer): number | undefined {
  const match = /^\{"v":\d+,"seq":(\d+),/.exec(line.toString("latin1", 0, 48));
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function checkedBody(line: Buffer): Buffer | undefined {
  const end = line.length - crcSuffixBytes;
  if (end < 1 || !line.subarray(end, end + crcKey.length).equals(crcKeyBytes)) return undefined;
  const stored = line.toString("latin1", end + crcKey.length);
  const body = line.subarray(0, end);
  return /^[0-9a-f]{8}"\}$/.test(stored) && Number.parseInt(stored, 16) === crc32(body) ? body : undefined;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHeader(value: object): value is LogHeader {
  return "logId" in value && "segment" in value && !("kind" in value);
}

function isRecord(value: object): value is Sequenced {
  return (
    "kind" in value && typeof value.kind === "string" && "seq" in value && Number.isSafeInteger(value.seq)
  );
}
