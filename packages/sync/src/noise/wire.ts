import { concat, utf8 } from "./bytes.ts";

/** The version of the frames and of all that is below the messages. In each frame, and in the prologue. */
export const wireVersion = 1;
const suite = 1;

/** The first byte of each frame. */
export const frameType = {
  pair1: 0x01,
  pair2: 0x02,
  pair3: 0x03,
  link1: 0x11,
  link2: 0x12,
  record: 0x20,
  abort: 0x7f,
} as const;
export type FrameType = (typeof frameType)[keyof typeof frameType];

/** What the frames travel over. Both sides put it into the prologue, so that neither can be told another one. */
export type Transport = "direct" | "relay";

export const headerBytes = 2;
export const macBytes = 16;
export const tagBytes = 16;
/** Nothing longer is looked at, or kept, before there are keys. */
export const maxHandshakeFrameBytes = 4_096;
/** The longest record, with its header of ten bytes. */
export const maxRecordFrameBytes = 65_535 + 10;

/** A frame with its header. */
export function frameOf(type: FrameType, ...body: readonly Uint8Array[]): Uint8Array {
  return concat(Uint8Array.of(type, wireVersion), ...body);
}

/** What type of frame it is, `undefined` for one that is none of this version. */
export function typeOf(frame: Uint8Array): FrameType | undefined {
  if (frame.length < headerBytes || frame[1] !== wireVersion) return undefined;
  const type = Object.values(frameType).find((known) => known === frame[0]);
  const most = type === frameType.record ? maxRecordFrameBytes : maxHandshakeFrameBytes;
  return frame.length <= most ? type : undefined;
}

/** What both sides must agree on without saying it. `context`: the tag of a pairing, the id of the host of a link. */
export function prologueOf(pattern: "pair" | "link", transport: Transport, context: Uint8Array): Uint8Array {
  const choices = [wireVersion, suite, pattern === "pair" ? 1 : 2, transport === "direct" ? 1 : 2];
  return concat(utf8("nucleic-sync\0"), Uint8Array.from(choices), context);
}
