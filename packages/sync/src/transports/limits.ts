/** The longest frame, in bytes: what a Noise message can be, and the ten bytes before it. The shortest is one byte. */
export const maxFrameBytes = 65_545;

/** What may wait in memory to be read from one link. Where more arrives the link ends: nobody there reads. */
export const maxWaitingBytes = 4 * 1024 * 1024;

/** Whether a link carries it at all. */
export function isFrame(frame: Uint8Array): boolean {
  return frame.length > 0 && frame.length <= maxFrameBytes;
}
