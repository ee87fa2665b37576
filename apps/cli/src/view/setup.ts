import type { EventOf } from "@nucleic/protocol";
import { formatDuration, plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { truncate } from "./wrap.ts";

/** A set-up script that runs. */
export interface Setup {
  readonly script: string;
  readonly startedAt: number;
  readonly lineCount: number;
  /** The last lines it wrote, at most `keptLines`. */
  readonly tail: readonly string[];
}

/** Of a script that failed. */
const keptLines = 20;

export function beginSetup(event: EventOf<"setupStarted">): Setup {
  return { script: event.script, startedAt: event.at, lineCount: 0, tail: [] };
}

export function withLine(setup: Setup, event: EventOf<"setupLog">): Setup {
  return {
    ...setup,
    lineCount: setup.lineCount + 1,
    tail: [...setup.tail, event.line].slice(-keptLines),
  };
}

/** One line where it went well; the end of the output where it did not. */
export function setupDoneLines(setup: Setup, event: EventOf<"setupFinished">, frame: Frame): string[] {
  const { style } = frame;
  const took = formatDuration(Math.max(0, event.at - setup.startedAt));
  if (event.exitCode === 0)
    return [headLine(style.green("✓"), setup, `${plural(setup.lineCount, "line")} ${took}`, frame)];
  const folded = setup.lineCount - setup.tail.length;
  const more = folded > 0 ? [style.dim(`  … +${plural(folded, "line")} before`)] : [];
  const rows = setup.tail.map((line) => `  ${style.red(truncate(safeLine(line), frame.width - 2))}`);
  return [headLine(style.red("✗"), setup, `exit ${event.exitCode} ${took}`, frame), ...more, ...rows];
}

/** The live rows: what runs, how long, and the last line it wrote. */
export function setupRunningLines(setup: Setup, mark: string, now: number, frame: Frame): string[] {
  const elapsed = now - setup.startedAt;
  const head = headLine(frame.style.cyan(mark), setup, elapsed >= 1000 ? formatDuration(elapsed) : "", frame);
  const last = setup.tail.findLast((line) => line.trim() !== "");
  return last === undefined
    ? [head]
    : [head, frame.style.dim(`  ${truncate(safeLine(last), frame.width - 2)}`)];
}

function headLine(mark: string, { script }: Setup, note: string, { style, width }: Frame): string {
  const [first = "", ...rest] = script.trim().split("\n");
  const used = "x Setup ".length + (note === "" ? 0 : note.length + 1);
  const about = truncate(safeLine(rest.length > 0 ? `${first} …` : first), Math.max(0, width - used));
  return [`${mark} ${style.bold("Setup")}`, about, style.dim(note)].filter(Boolean).join(" ");
}
