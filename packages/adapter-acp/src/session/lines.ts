import { type LineFrame, lineBatchesOf, type ProcessHandle } from "@nucleic/process";
import { decodeLine } from "../wire/decode-line.ts";
import type { DecodedLine } from "../wire/messages.ts";
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
export async function* linesForPeer({ handle, stream, onAsk }: LineOptions): AsyncGenerator<LineFrame, void> {
  for await (const frames of lineBatchesOf(handle))
    for (const frame of frames) {
      if (frame.kind === "overflow") stream.feed({ kind: "overflow", lengthBytes: frame.lengthBytes });
      else {
        const line = decodeLine(frame.bytes);
        stream.feed({ kind: "line", line }, frame.bytes.length);
        if (line.status === "ok" && asking.has(line.message.type)) onAsk();
        else if (isForPeer(line)) yield frame;
      }
      if (stream.events.isFull) await stream.events.room();
    }
}

/** What a person is asked. Answered when they answer, not by the peer: in the order in which the stream tells of it. */
const asking: ReadonlySet<string> = new Set(["permission", "exitPlan", "question"]);

/** Answers to our requests, and whatever else wants an answer from us. */
function isForPeer(line: DecodedLine): boolean {
  if (line.status === "unknown") return line.id !== undefined;
  if (line.status !== "ok") return false;
  return line.message.type !== "update" && line.message.type !== "extension";
}
