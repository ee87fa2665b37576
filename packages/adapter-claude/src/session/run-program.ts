import { type Releases, startError, Writer } from "@nucleic/adapter-kit";
import type { ProcessExit, ProcessHandle } from "@nucleic/process";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import type { ApprovalTransport } from "../approval/transport.ts";
import type { DecodedLine } from "../wire/messages.ts";
import { ControlChannel } from "./control.ts";
import { pumpLines } from "./pump.ts";
import type { ReadAnswerer } from "./read-answerer.ts";
import { ClaudeRun } from "./run.ts";
import type { ClaudeStream } from "./stream.ts";

/** On a busy machine with a cold disk; half a second on a quiet one. */
const READY_TIMEOUT_MS = 60_000;

interface ProgramOptions {
  readonly handle: ProcessHandle;
  readonly stream: ClaudeStream;
  readonly transport: ApprovalTransport;
  readonly reads: ReadAnswerer;
  readonly clock: Clock;
  /** Let go once the last event is out. */
  readonly held: Releases;
  readonly resuming: boolean;
  /** Aborting it closes the run, or ends its start. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Brings a started program to the point where it takes input. It says nothing by itself before the first message, so it
 * is asked: whoever answers `initialize` has read its settings, found the session and reads its input.
 */
export async function runProgram(options: ProgramOptions): Promise<ClaudeRun> {
  const { handle, stream, transport, clock, held, resuming } = options;
  const writer = new Writer(handle);
  const control = new ControlChannel(writer, clock);
  transport.attach(writer);
  let phase: "starting" | "refused" | "ready" | "closing" = "starting";
  let cutShort = false;
  const over = new AbortController();

  const finish = async (exit: ProcessExit) => {
    over.abort();
    const failure =
      phase === "starting" || phase === "refused"
        ? startError(exit, { program: "Claude Code", unknownSession: phase === "refused" })
        : new NucleicError("crashed", "Claude Code has ended");
    stream.asks.abandon();
    stream.feed({ kind: "exit", exit, expected: phase === "closing", cutShort });
    control.fail(failure);
    stream.events.end();
    await held.release();
  };
  const finished = pumpLines({
    ...options,
    control,
    onLine: (line) => {
      refuseUnknown(line, writer);
      // A result before anything was said: the session to resume is not there. 2.1.332 takes 2 seconds to exit then.
      if (phase !== "starting" || !resuming || line.status !== "ok" || line.message.type !== "result") return;
      phase = "refused";
      void handle.stop("SIGTERM");
    },
  })
    .catch(async (error: unknown) => {
      // A fault of ours. The run ends, and says why where the end of a program says it.
      const exit = await handle.stop("SIGTERM");
      const why = error instanceof Error ? error.message : String(error);
      return { ...exit, stderrTail: `${exit.stderrTail}\nnucleic: ${why}` };
    })
    .then(finish);

  const expectExit = () => {
    phase = "closing";
    cutShort = stream.inTurn;
  };
  // Nobody takes events before there is a run, and perhaps not after: what is full of them must not hide that the
  // program is gone. What it left in its pipe is little.
  void handle.exited.then(() => stream.events.hurry(true));
  const isOver = () => over.signal.aborted;
  const run = new ClaudeRun({ handle, writer, control, stream, clock, expectExit, isOver, finished });
  const onAbort = () => void (phase === "starting" ? handle.stop("SIGTERM") : run.close());
  options.signal?.addEventListener("abort", onAbort, { signal: over.signal });
  if (options.signal?.aborted) onAbort();
  try {
    await control.request("initialize", {}, READY_TIMEOUT_MS);
  } catch (error) {
    await handle.stop("SIGTERM");
    await finished;
    if (error instanceof NucleicError && error.code !== "sessionBusy") throw error;
    throw new NucleicError("exitedEarly", "Claude Code did not become ready", { cause: error });
  }
  phase = "ready";
  return run;
}

/** A request of a kind we do not know is refused: left unanswered, the CLI would wait for ever. */
function refuseUnknown(line: DecodedLine, writer: Writer): void {
  if (line.status !== "unknown" || !line.type.startsWith("control_request")) return;
  const { request_id: requestId } = line.native as { readonly request_id?: unknown };
  if (typeof requestId !== "string") return;
  const response = { subtype: "error", request_id: requestId, error: `${line.type} is not supported` };
  // Where it can't be written any more, nobody waits for it.
  writer.write({ type: "control_response", response }).catch(() => undefined);
}
