import { Pieces } from "@nucleic/adapter-kit";
import type { StreamDeltaMessage } from "../wire/messages.ts";
import type { ClaudeStream } from "./stream.ts";

/** Joins the pieces of one block's text on their way into a stream. */
export function piecesFor(stream: ClaudeStream): Pieces<StreamDeltaMessage> {
  return new Pieces({
    goesOn: (piece, open) => piece.index === open.index && piece.parent === open.parent,
    tell(first, text, bytes) {
      const message = { ...first, text };
      stream.feed({ kind: "line", line: { status: "ok", message } }, bytes);
    },
  });
}
