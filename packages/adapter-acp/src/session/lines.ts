import type { Pieces } from "@nucleic/adapter-kit";
import { type LineFrame, lineBatchesOf, type ProcessHandle } from "@nucleic/process";
import { continuationOf } from "../translate/text.ts";
import { decodeLine } from "../wire/decode-line.ts";
import type { DecodedLine, UpdateMessage } from "../wire/messages.ts";
import { piecesFor } from "./pieces.ts";
import type { AcpStream } from "./stream.ts";

interface LineOptions {
  readonly handle: ProcessHandle;
  readonly stream: AcpStream;
  /** The agent has asked a person; the stream has said so. */
  readonly onAsk: () => void;
}

/**
 * Reads the agent's stdout to its end, at the pace of whoever consumes the events. Each line goes through the translation
 * first; what is then left for the JSON-RPC peer are answers and requests. Notifications, which are nearly all there is,
 * are parsed once.
 */
export async function* linesForPeer(options: LineOptions): AsyncGenerator<LineFrame, void> {
  const { handle, stream } = options;
  const pieces = piecesFor(stream);
  for await (const frames of lineBatchesOf(handle)) {
    for (const frame of frames) {
      if (takeFrame(frame, pieces, options)) yield frame;
      if (stream.events.isFull) {
        pieces.flush();
        await stream.events.room();
      }
    }
    pieces.flush();
  }
}

/** Whether the peer has to see it. */
function takeFrame(frame: LineFrame, pieces: Pieces<UpdateMessage>, { stream, onAsk }: LineOptions): boolean {
  if (frame.kind === "overflow") {
    pieces.flush();
    stream.feed({ kind: "overflow", lengthBytes: frame.lengthBytes });
    return false;
  }
  const line = decodeLine(frame.bytes);
  const message = line.status === "ok" ? line.message : undefined;
  const text = message?.type === "update" ? continuationOf(stream.state, message) : undefined;
  if (message?.type === "update" && text !== undefined) {
    pieces.add(message, text, frame.bytes.length);
    return false;
  }
  pieces.flush();
  stream.feed({ kind: "line", line }, frame.bytes.length);
  if (message === undefined || !asking.has(message.type)) return isForPeer(line);
  onAsk();
  return false;
}

/** What a person is asked. Answered when they answer, not by the peer: in the order in which the stream tells of it. */
const asking: ReadonlySet<string> = new Set(["permission", "exitPlan", "question"]);

/** Answers to our requests, and whatever else wants an answer from us. */
function isForPeer(line: DecodedLine): boolean {
  if (line.status === "unknown") return line.id !== undefined;
  if (line.status !== "ok") return false;
  return line.message.type !== "update" && line.message.type !== "extension";
}
