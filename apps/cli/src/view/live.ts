import { formatDuration } from "./format.ts";
import { setupRunningLines } from "./setup.ts";
import type { Frame } from "./style.ts";
import { runningLines } from "./tool-line.ts";
import { openText, type Transcript } from "./transcript.ts";
import { truncate } from "./wrap.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Milliseconds between two pictures of the spinner. */
export const spinnerMs = 100;

/** What a running session shows below what is printed. `now` and `since` are of one clock. */
export interface LiveInput {
  readonly now: number;
  /** When the wait began. */
  readonly since: number;
  readonly tick: number;
  /** What is waited for, where neither text nor a tool says it. */
  readonly waiting: string;
  /** At most so many rows, the last ones. */
  readonly maxRows: number;
}

/** The rows that are redrawn: the text that is being written, the tools that run, or a spinner. */
export function liveLines(state: Transcript, input: LiveInput, frame: Frame): string[] {
  const mark = frames[input.tick % frames.length] ?? "";
  const tools = state.calls.flatMap((call) => runningLines(call, mark, input.now, state.cwd, frame));
  const text = openText(state, frame);
  const setup = state.setup ? setupRunningLines(state.setup, mark, input.now, frame) : [];
  const idle = tools.length === 0 && text.length === 0 && setup.length === 0;
  const elapsed = input.now - input.since;
  const note = elapsed >= 1000 ? ` ${formatDuration(elapsed)}` : "";
  const spinner = `${mark} ${input.waiting}${note} · ctrl-c interrupts`;
  const rows = [
    ...setup,
    ...text,
    ...tools,
    ...(idle ? [frame.style.dim(truncate(spinner, frame.width))] : []),
  ];
  return rows.slice(-Math.max(1, input.maxRows));
}
