/**
 * Two ends that exchange frames of bytes over something that is not trusted: a WebSocket, a broker. A frame arrives whole or
 * not at all; it may arrive twice, late or never, and who sent it is not known. What sits on top makes a channel of it.
 */
export interface FrameLink {
  /** Sends one frame. Never waits and never throws. What is sent after the end is gone, in silence. */
  send(frame: Uint8Array): void;
  /** Bytes that wait to be sent, as far as the transport tells. */
  readonly buffered: number;
  /** Whatever arrives; ends when the link does. Iterable once. */
  readonly frames: AsyncIterable<Uint8Array>;
  /** Idempotent. `reason` is for a log of this side and is not sent. */
  close(reason?: string): void;
}
