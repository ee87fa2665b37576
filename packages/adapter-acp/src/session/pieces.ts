import { Pieces } from "@nucleic/adapter-kit";
import type { UpdateMessage } from "../wire/messages.ts";
import type { AcpStream } from "./stream.ts";

/** Joins messages that go on with the block that is open in a stream, on their way into it. */
export function piecesFor(stream: AcpStream): Pieces<UpdateMessage> {
  return new Pieces({
    // The block is one and the same until something else is passed on.
    goesOn: () => true,
    tell(first, text, bytes) {
      const update = { ...first.update, content: { type: "text", text } };
      stream.feed({ kind: "line", line: { status: "ok", message: { ...first, update } } }, bytes);
    },
  });
}
