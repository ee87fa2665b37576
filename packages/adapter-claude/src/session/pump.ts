import type { Pieces } from "@nucleic/adapter-kit";
import { type LineFrame, lineBatchesOf, type ProcessExit, type ProcessHandle } from "@nucleic/process";
import type { ApprovalTransport } from "../approval/transport.ts";
import { decodeLine } from "../wire/decode-line.ts";
import type { ControlRequestMessage, DecodedLine, StreamDeltaMessage } from "../wire/messages.ts";
import type { ControlChannel } from "./control.ts";
import { piecesFor } from "./pieces.ts";
import type { ReadAnswerer } from "./read-answerer.ts";
import type { ClaudeStream } from "./stream.ts";

interface PumpOptions {
  readonly handle: ProcessHandle;
  readonly stream: ClaudeStream;
  readonly control: ControlChannel;
  readonly transport: ApprovalTransport;
  readonly reads: ReadAnswerer;
  /** Sees each line before it is translated. */
  readonly onLine: (line: DecodedLine) => void;
}

/**
 * Reads the CLI's stdout to its end, at the pace of whoever consumes the events, and answers how the program ended. Some
 * lines are for us alone: answers to our control requests still go through the translation, which knows that it has
 * nothing to say about them. Nothing waits between two lines unless there is something to wait for.
 */
export async function pumpLines(options: PumpOptions): Promise<ProcessExit> {
  const { handle, stream } = options;
  const pieces = piecesFor(stream);
  for await (const frames of lineBatchesOf(handle)) {
    for (const frame of frames) {
      const answering = takeFrame(frame, pieces, options);
      if (answering) await answering;
      if (stream.events.isFull) {
        pieces.flush();
        await stream.events.room();
      }
    }
    pieces.flush();
  }
  return await handle.exited;
}

/** A promise only where a reply is on its way. */
function takeFrame(
  frame: LineFrame,
  pieces: Pieces<StreamDeltaMessage>,
  options: PumpOptions,
): Promise<void> | undefined {
  const { stream, control } = options;
  if (frame.kind === "overflow") {
    pieces.flush();
    stream.feed({ kind: "overflow", lengthBytes: frame.lengthBytes });
    return undefined;
  }
  const line = decodeLine(frame.bytes);
  options.onLine(line);
  if (line.status === "ok" && line.message.type === "stream_delta") {
    pieces.add(line.message, line.message.text, frame.bytes.length);
    return undefined;
  }
  pieces.flush();
  if (line.status === "ok") {
    const { message } = line;
    if (message.type === "control_response") control.settle(message);
    if (message.type === "control_request") return takeRequest(line, message, frame.bytes.length, options);
  }
  stream.feed({ kind: "line", line }, frame.bytes.length);
  return undefined;
}

async function takeRequest(
  line: DecodedLine,
  message: ControlRequestMessage,
  bytes: number,
  { stream, reads, transport }: PumpOptions,
): Promise<void> {
  const reply = await reads.answer(message.toolName, message.request.input);
  if (reply) await transport.answer(message.requestId, reply).catch(() => undefined);
  else stream.feed({ kind: "line", line }, bytes);
}
