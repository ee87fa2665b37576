import type { Duplex } from "node:stream";
import { type Channel, Inbox } from "@nucleic/sync/server";
import type { WebSocket } from "ws";

const maxWaiting = 64;

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
function messagesOf(socket: WebSocket): Inbox {
  const inbox = new Inbox(() => {
    if (socket.isPaused) socket.resume();
  });
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) socket.close(1003, "texts only");
    else inbox.add(data.toString("utf8"));
    if (inbox.size > maxWaiting) socket.pause();
  });
  socket.on("error", () => socket.terminate());
  socket.on("close", () => inbox.end());
  return inbox;
}
