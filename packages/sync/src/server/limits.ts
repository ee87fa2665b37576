/** What a host takes from one client; it says so in `welcome`. */
export const limits = {
  /** Of one message from the client, in bytes: an image is pasted as one. */
  messageBytes: 8 * 1024 * 1024,
  /** A hundred sessions side by side, and some. */
  subscriptions: 128,
  /** Of one subscription, in characters. */
  credit: 16 * 1024 * 1024,
} as const;
