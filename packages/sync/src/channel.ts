/**
 * Two ends that exchange texts, in order: a WebSocket, an encrypted channel to a device, a pair in memory. Who is at the
 * other end is known before there is a channel. What is sent after it has closed is gone, in silence.
 */
export interface Channel {
  /** Sends one message. Never waits and never throws. */
  send(text: string): void;
  /** Characters or bytes that wait to be sent, as far as the transport tells. */
  readonly buffered: number;
  /** Whatever arrives; ends when the channel does. Iterable once. */
  readonly messages: AsyncIterable<string>;
  /** Idempotent. `reason` is for a log. */
  close(reason?: string): void;
}
