import type { FrameLink } from "../frames.ts";

/** A link that somebody has opened to this host. Who, is for the channel on top to find out. */
export interface IncomingLink {
  readonly link: FrameLink;
  /** What limits are counted by: an IP address, or the subject of a device at a broker. Never a proof of anything. */
  readonly from: string;
}

/** Where links come in. */
export interface FrameListener extends AsyncDisposable {
  /** Links as they are opened; ends when the listener does. Iterable once. */
  readonly links: AsyncIterable<IncomingLink>;
  /** Ends every link that is still open, then the listener. Idempotent. */
  close(): Promise<void>;
}
