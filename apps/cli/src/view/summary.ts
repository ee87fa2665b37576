import type { ExitCode } from "../exit-code.ts";
import { dispositionWords } from "./disposition.ts";
import { formatDiffstat, formatDuration } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import type { Transcript } from "./transcript.ts";
import { usageText } from "./usage.ts";
import { truncate } from "./wrap.ts";

/** What the end of a run tells. */
export interface Summary {
  readonly exitCode: ExitCode;
  /** As a person would type it. */
  readonly id: string;
  readonly branch: string | undefined;
  readonly transcript: Transcript;
  readonly durationMs: number;
  readonly nextSteps: boolean;
}

const outcomes: Record<ExitCode, string> = {
  0: "done",
  1: "failed",
  2: "failed",
  3: "done, but something was denied without asking anybody",
  4: "done, but it does not merge as it stands",
  130: "interrupted",
};

/** The outcome, what it cost, what changed and where, and what to do next. */
export function summaryLines(summary: Summary, frame: Frame): string[] {
  const { style, width } = frame;
  const { transcript, exitCode } = summary;
  const paint = exitCode === 0 ? style.green : exitCode === 1 ? style.red : style.yellow;
  const changed = (transcript.diffstat?.files ?? 0) > 0;
  const facts: [string, string][] = [
    ["took", formatDuration(summary.durationMs)],
    ["used", usageText(transcript.usage)],
    ["changed", transcript.diffstat ? formatDiffstat(transcript.diffstat) : ""],
    ["stands", transcript.disposition ? dispositionWords[transcript.disposition] : ""],
    ["branch", safeLine(summary.branch ?? "")],
  ];
  const next = changed
    ? [`nucleic diff ${summary.id}`, `nucleic integrate ${summary.id}`]
    : [`nucleic rm ${summary.id}`];
  return [
    "",
    paint(truncate(`● ${outcomes[exitCode]}`, width)),
    ...facts
      .filter(([, value]) => value !== "")
      .map(([name, value]) => style.dim(truncate(`  ${name.padEnd(8)}${value}`, width))),
    ...(summary.nextSteps ? [...next, `nucleic resume ${summary.id} "…"`] : []).map((command) =>
      truncate(`  → ${command}`, width),
    ),
  ];
}
