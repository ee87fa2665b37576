import type { ProcessExit, ProcessHandle } from "@nucleic/process";
import type { ApprovalTransport } from "../approval/transport.ts";
import { decodeLine } from "../wire/decode-line.ts";
import type { DecodedLine } from "../wire/messages.ts";
import type { ControlChannel } from "./control.ts";
import type { ReadAnswerer } from "./read-answerer.ts";
import type { SessionStream } from "./stream.ts";

interface PumpOptions {
  readonly handle: ProcessHandle;
  readonly stream: SessionStream;
  readonly control: ControlChannel;
  readonly transport: ApprovalTransport;
  readonly reads: ReadAnswerer;
  /** Sees each line before it is translated. */
  readonly onLine: (line: DecodedLine) => void;
}

/**
 * Reads the CLI's stdout to its end, at the pace of whoever consumes the events, and answers how the program ended. Some
 * lines are for us alone: answers to our control requests still go through the translation, which knows that it has
 * nothing to say about them.
 */
export async function pumpLines(options: PumpOptions): Promise<ProcessExit> {
  const { handle, stream, control } = options;
  for await (const frame of handle.lines) {
    if (frame.kind === "overflow") {
      stream.feed({ kind: "overflow", lengthBytes: frame.lengthBytes });
      continue;
    }
    const line = decodeLine(frame.bytes);
    options.onLine(line);
    if (line.status === "ok") {
      const { message } = line;
      if (message.type === "control_response") control.settle(message);
      if (message.type === "control_request") {
        const reply = await options.reads.answer(message.toolName, message.request.input);
        if (reply) {
          await options.transport.answer(message.requestId, reply).catch(() => undefined);
          continue;
        }
      }
    }
    stream.feed({ kind: "line", line }, frame.bytes.length);
    await stream.events.room();
  }
  return await handle.exited;
}
