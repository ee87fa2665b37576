import type { SessionStream } from "@nucleic/adapter-kit";
import type { LineFrame, ProcessExit, ProcessHandle, ProcessHost, ProcessSpec } from "@nucleic/process";
import type { ExecInput } from "../translate/input.ts";
import type { ExecState } from "../translate/state.ts";
import { decodeExecLine } from "../wire/decode-line.ts";

export type ExecStream = SessionStream<never, ExecState, ExecInput>;

/**
 * Runs the process of one turn from its prompt to its end, at the pace of whoever consumes the events. Never rejects: a
 * fault of ours ends it, and is told as the end of a program tells what kept it from starting.
 */
export async function playTurn(options: {
  readonly processHost: ProcessHost;
  readonly program: Omit<ProcessSpec, "stdin" | "onStderrLine">;
  readonly prompt: string;
  readonly stream: ExecStream;
  /** Aborting it interrupts the turn: SIGINT, and then harder. */
  readonly signal: AbortSignal;
}): Promise<ProcessExit> {
  const { processHost, program, prompt, stream, signal } = options;
  const onStderrLine = (line: string) => stream.feed({ kind: "stderrLine", line });
  const handle = processHost.spawn({ ...program, onStderrLine }, signal);
  try {
    const [exit] = await Promise.all([pumpLines(handle, stream), writePrompt(handle, prompt)]);
    return exit;
  } catch (error) {
    const exit = await handle.stop("SIGTERM");
    const cause = error instanceof Error ? error : new Error(String(error));
    return { ...exit, cause: "spawnFailed", error: cause };
  }
}

async function writePrompt(handle: ProcessHandle, prompt: string): Promise<void> {
  try {
    for (const line of prompt.split("\n")) await handle.writeLine(line);
  } catch {
    // It has ended before it had read all; its exit says why.
  }
  await handle.endInput();
}

async function pumpLines(handle: ProcessHandle, stream: ExecStream): Promise<ProcessExit> {
  for await (const frames of handle.lineBatches ?? batchesOfOne(handle.lines))
    for (const frame of frames) {
      takeFrame(frame, stream);
      if (stream.events.isFull) await stream.events.room();
    }
  return await handle.exited;
}

function takeFrame(frame: LineFrame, stream: ExecStream): void {
  if (frame.kind === "overflow") stream.feed({ kind: "overflow", lengthBytes: frame.lengthBytes });
  else stream.feed({ kind: "line", line: decodeExecLine(frame.bytes) }, frame.bytes.length);
}

async function* batchesOfOne(lines: AsyncIterable<LineFrame>): AsyncGenerator<readonly LineFrame[], void> {
  for await (const frame of lines) yield [frame];
}
