import type { FrameLink } from "../frames.ts";
import type { FrameReader } from "./frame-reader.ts";
import { SecureChannel, type SecureChannelOptions } from "./secure-channel.ts";
import { frameType, typeOf } from "./wire.ts";

/** A channel that has a link for itself: the one ends with the other. */
export function channelOver(
  link: FrameLink,
  reader: FrameReader,
  options: Pick<SecureChannelOptions, "sodium" | "clock" | "keys" | "onControl" | "carriesMessages">,
): SecureChannel {
  const channel = new SecureChannel({
    ...options,
    send: (frame) => link.send(frame),
    buffered: () => link.buffered,
  });
  void channel.ended.then(() => link.close("the channel has ended"));
  void reader
    .each((frame) => {
      const type = typeOf(frame);
      if (type === frameType.record) channel.take(frame);
      else if (type === frameType.abort) channel.lost("aborted");
    })
    .then(
      () => channel.lost("lost"),
      () => channel.lost("lost"),
    );
  return channel;
}
