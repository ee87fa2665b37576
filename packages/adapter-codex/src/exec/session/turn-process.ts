import { type SessionStream, within } from "@nucleic/adapter-kit";
import {
  type LineFrame,
  lineBatchesOf,
  type ProcessExit,
  type ProcessHandle,
  type ProcessHost,
  type ProcessSpec,
} from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { ExecInput } from "../translate/input.ts";
import type { ExecState } from "../translate/state.ts";
import { decodeExecLine } from "../wire/decode-line.ts";

/** How long Codex has to leave once its turn is over; it takes some 40 ms. A server it started may keep it. */
export const END_GRACE_MS = 20_000;

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
  readonly clock: Clock;
  /** Aborting it interrupts the turn: SIGINT, and then harder. */
  readonly signal: AbortSignal;
}): Promise<ProcessExit> {
  const { processHost, program, prompt, stream, clock, signal } = options;
  const onStderrLine = (line: string) => stream.feed({ kind: "stderrLine", line });
  const handle = processHost.spawn({ ...program, onStderrLine }, signal);
  try {
    const [exit] = await Promise.all([pumpLines(handle, stream, clock), writePrompt(handle, prompt)]);
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

async function pumpLines(handle: ProcessHandle, stream: ExecStream, clock: Clock): Promise<ProcessExit> {
  let leaving = false;
  for await (const frames of lineBatchesOf(handle))
    for (const frame of frames) {
      takeFrame(frame, stream);
      if (!leaving && isTurnOver(stream)) {
        leaving = true;
        void seeOff(handle, clock);
      }
      if (stream.events.isFull) await stream.events.room();
    }
  return await handle.exited;
}

/** It has said all there is; what it waits for is not waited for here. */
async function seeOff(handle: ProcessHandle, clock: Clock): Promise<void> {
  if (!(await within(handle.exited, END_GRACE_MS, clock))) await handle.stop("SIGTERM");
}

function isTurnOver({ state: { turn } }: ExecStream): boolean {
  return turn !== undefined && (turn.completed || turn.failed);
}

function takeFrame(frame: LineFrame, stream: ExecStream): void {
  if (frame.kind === "overflow") stream.feed({ kind: "overflow", lengthBytes: frame.lengthBytes });
  else stream.feed({ kind: "line", line: decodeExecLine(frame.bytes) }, frame.bytes.length);
}
