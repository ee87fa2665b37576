import type { Duplex } from "node:stream";
import type { Channel } from "@nucleic/sync/server";
import type { WebSocket } from "ws";

/**
 * A WebSocket of this server as a channel, over the connection that it came by. Texts only: a binary frame closes it. What is
 * sent in one turn of the event loop leaves in one write: system calls cost more than what they carry.
 */
export function socketChannel(socket: WebSocket, connection: Duplex): Channel {
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    connection.uncork();
  };
  return {
    get buffered() {
      return socket.bufferedAmount;
    },
    send(text) {
      if (!isCorked) {
        isCorked = true;
        connection.cork();
        setImmediate(uncork);
      }
      socket.send(text, ignore);
    },
    messages: messagesOf(socket),
    close: (reason) => socket.close(1000, reason?.slice(0, 120)),
  };
}

/** A frame that could not be sent is one of a connection that is over. */
function ignore(): void {}

/** Reads on only as fast as messages are taken. */
async function* messagesOf(socket: WebSocket): AsyncGenerator<string, void> {
  const arrived: string[] = [];
  let over = false;
  let wake: (() => void) | undefined;
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      socket.close(1003, "texts only");
      return;
    }
    arrived.push(data.toString("utf8"));
    if (arrived.length > maxWaiting) socket.pause();
    wake?.();
  });
  socket.on("error", () => socket.terminate());
  socket.on("close", () => {
    over = true;
    wake?.();
  });
  for (;;) {
    const text = arrived.shift();
    if (text !== undefined) {
      if (socket.isPaused && arrived.length === 0) socket.resume();
      yield text;
    } else if (over) return;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

const maxWaiting = 64;
