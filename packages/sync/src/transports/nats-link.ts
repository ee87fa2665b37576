import { wsconnect } from "@nats-io/nats-core";
import type { FrameLink } from "../frames.ts";
import { ConversationLink, conversationBytes, readMessage } from "./conversation.ts";
import type { NatsDevice } from "./nats.ts";
import {
  closeGently,
  confirmed,
  connectNats,
  type DialNats,
  NatsBacklog,
  natsProblem,
} from "./nats-connection.ts";
import { natsSubjects } from "./nats-subjects.ts";
import type { TransportError } from "./transport-error.ts";

/**
 * Opens a conversation over a connection of its own. It does not outlive the connection: what a broker did not deliver
 * meanwhile is gone, and the channel on top has to begin anew in any case.
 */
export async function openNatsLink(
  device: NatsDevice,
  signal: AbortSignal,
  dial: DialNats = wsconnect,
): Promise<FrameLink> {
  const { up, down } = natsSubjects(device.mailbox, device.device);
  const connection = await connectNats(dial, device, signal, { reconnect: false });
  const backlog = new NatsBacklog(connection);
  const id = crypto.getRandomValues(new Uint8Array(conversationBytes));
  const mine = readMessage(id)?.id;
  const pipe = {
    publish: (message: Uint8Array) => backlog.publish(up, message),
    get buffered() {
      return backlog.bytes;
    },
  };
  const link = new ConversationLink(id, pipe, () => {
    void closeGently(connection);
  });
  let refused: TransportError | undefined;
  const refuse = (error: Error) => {
    refused = natsProblem(error);
    link.lose();
  };
  connection.subscribe(down, {
    callback: (error, message) => {
      if (error) return refuse(error);
      const part = readMessage(message.data);
      if (part && part.id === mine) link.arrive(part.frame);
    },
  });
  void watch(connection.status(), refuse);
  void connection.closed().then(() => link.lose());
  // A broker refuses a subject before it answers this.
  await confirmed(connection, signal).catch(refuse);
  if (refused) throw refused;
  return link;
}

async function watch(
  statuses: AsyncIterable<{ readonly type: string; readonly error?: Error }>,
  refuse: (error: Error) => void,
): Promise<void> {
  for await (const { type, error } of statuses) if (type === "error" && error) refuse(error);
}
