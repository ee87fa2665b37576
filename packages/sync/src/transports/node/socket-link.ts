import type { WebSocket } from "ws";
import type { FrameLink } from "../../frames.ts";
import { Queue } from "../../queue.ts";
import { isFrame } from "../limits.ts";

/** How many frames may wait before the socket is read no further. */
const maxWaiting = 64;

/** How long a peer may take to answer a closing handshake before its connection is cut. */
const closingMs = 1_000;

/** A WebSocket of a listener as a link: binary frames alone, read only as fast as they are taken. */
export function socketLink(socket: WebSocket): FrameLink {
  const frames = new Queue<Uint8Array>(
    (frame) => frame.length,
    () => {
      if (socket.isPaused) socket.resume();
    },
  );
  const close = (code: number, reason = "") => {
    frames.end();
    if (socket.readyState >= socket.CLOSING) return;
    // What is paused would never see the other end's answer.
    if (socket.isPaused) socket.resume();
    socket.close(code, reason);
    const timer = setTimeout(() => socket.terminate(), closingMs);
    socket.once("close", () => clearTimeout(timer));
  };
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (!isBinary || !isFrame(data)) return close(1003);
    frames.add(new Uint8Array(data.buffer, data.byteOffset, data.length));
    if (frames.size > maxWaiting) socket.pause();
  });
  // A frame that is too long, or is none: the connection is not to be trusted with another.
  socket.on("error", () => socket.terminate());
  socket.on("close", () => frames.end());
  return {
    get buffered() {
      return socket.readyState === socket.OPEN ? socket.bufferedAmount : 0;
    },
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      if (isFrame(frame)) socket.send(frame, ignore);
      else close(1011);
    },
    frames,
    close: () => close(1000),
  };
}

/** A frame that could not be sent is one of a connection that is over. */
function ignore(): void {}
