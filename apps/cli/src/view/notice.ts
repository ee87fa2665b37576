import type { AgentEvent, EventOf } from "@nucleic/protocol";
import { decisionLine } from "./decision-line.ts";
import { diffCounts, diffLines, fold, withoutHeader } from "./diff.ts";
import { dispositionWords } from "./disposition.ts";
import { formatDuration, formatTokens } from "./format.ts";
import { refusalLines, sandboxLines } from "./sandbox.ts";
import { safeLine, safeOutput } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { shortPath } from "./tool-summary.ts";
import { truncate, wrapText } from "./wrap.ts";

/** The lines of every event that is neither text nor a tool call. None for what only changes the state. */
export function noticeLines(event: AgentEvent, cwd: string | undefined, frame: Frame): string[] {
  const { style, width } = frame;
  const dim = (text: string) => [style.dim(truncate(safeLine(text), width))];
  switch (event.kind) {
    case "sessionStarted":
      return dim(startText(event));
    case "fileChange":
      return changeLines(event, cwd, frame);
    case "approvalResolved":
      return [decisionLine(event.decision, event.decidedBy, frame)];
    case "questionAnswered": {
      const answers = Object.values(event.answers ?? {}).flat();
      return dim(answers.length > 0 ? `? answered: ${answers.join(", ")}` : "? not answered");
    }
    case "questionAsked":
      return event.questions.flatMap((question) =>
        wrapText(`? ${safeLine(question.text)}`, width).map((row) => style.cyan(row)),
      );
    case "rateLimit":
      return rateLimitLines(event, frame);
    case "compaction":
      return dim(`the agent compacted its context${sizeBefore(event.tokensBefore)}`);
    case "turnCompleted":
    case "runFinished":
      return endLines(event, frame);
    case "error":
      return errorLines(event, frame);
    case "dispositionChanged":
      return dim(`the work: ${dispositionWords[event.disposition]}${saidBy[event.by]}`);
    case "integration":
      return integrationLines(event, frame);
    case "sandboxPrepared":
      return sandboxLines(event, frame);
    case "sandboxRefusal":
      return refusalLines(event, frame);
    default:
      return known.has(event.kind) ? [] : dim(`· ${event.kind}`);
  }
}

/** Kinds that print nothing by themselves. What is in no list is of a newer version, and is named. */
const known: ReadonlySet<string> = new Set([
  "turnStarted",
  "approvalRequested",
  "raw",
  "statusChanged",
  "diffstat",
]);

const saidBy = { agent: "", person: ", says a person", rule: ", as its last message reads" } as const;

function startText(event: EventOf<"sessionStarted">): string {
  const program = [event.backend, event.backendVersion].filter(Boolean).join(" ");
  return [program, event.model, event.mode, event.cwd, event.resumed ? "resumed" : ""]
    .filter(Boolean)
    .join(" · ");
}

function changeLines(event: EventOf<"fileChange">, cwd: string | undefined, frame: Frame): string[] {
  const { style, width } = frame;
  const verb = { add: "added", update: "changed", delete: "deleted", rename: "renamed" }[event.change];
  const path = shortPath(event.path, cwd) + (event.movedTo ? ` → ${shortPath(event.movedTo, cwd)}` : "");
  const counts = event.diff ? diffCounts(event.diff) : undefined;
  const numbers = counts ? ` ${style.green(`+${counts.added}`)} ${style.red(`−${counts.removed}`)}` : "";
  const head = `  ${style.yellow(verb)} ${truncate(path, Math.max(1, width - verb.length - 14))}${numbers}`;
  if (!event.diff) return [head];
  const body = diffLines(withoutHeader(event.diff), { ...frame, width: width - 4 });
  return [head, ...fold(body, 10, frame).map((line) => `    ${line}`)];
}

function rateLimitLines(event: EventOf<"rateLimit">, frame: Frame): string[] {
  const used = event.usedPercent ?? 0;
  if (used < 80 && (event.status === undefined || event.status === "allowed")) return [];
  const share = event.usedPercent === undefined ? "" : ` ${Math.round(used)}% used`;
  const state = event.status === undefined ? "" : ` (${event.status})`;
  const text = `rate limit${event.window ? ` of ${event.window}` : ""}:${share}${state}`;
  return [frame.style.yellow(truncate(safeLine(text), frame.width))];
}

function sizeBefore(tokens: number | undefined): string {
  return tokens === undefined ? "" : `, ${formatTokens(tokens)} tokens before`;
}

function endLines(event: EventOf<"turnCompleted"> | EventOf<"runFinished">, frame: Frame): string[] {
  const { style, width } = frame;
  if (event.outcome === "completed") return [];
  if (event.outcome === "interrupted")
    return event.kind === "turnCompleted" ? [style.yellow("interrupted")] : [];
  const what = event.kind === "turnCompleted" ? "the turn failed" : "the agent's program ended";
  const cause = event.error ? `: ${event.error.message} [${event.error.code}]` : "";
  const lines = wrapText(safeLine(what + cause), width).map((row) => style.red(row));
  if (event.error?.hint) lines.push(...wrapText(safeLine(`→ ${event.error.hint}`), width));
  if (event.kind === "runFinished" && event.stderrTail) lines.push(...stderrLines(event.stderrTail, frame));
  return lines;
}

function stderrLines(tail: string, frame: Frame): string[] {
  const rows = safeOutput(tail).trimEnd().split("\n").slice(-5);
  return rows.map((row) => frame.style.dim(`  ${truncate(row, frame.width - 2)}`));
}

function errorLines(event: EventOf<"error">, frame: Frame): string[] {
  const { style, width } = frame;
  const retry = event.retryInMs === undefined ? "" : `, trying again in ${formatDuration(event.retryInMs)}`;
  const paint = event.recoverable ? style.yellow : style.red;
  const lines = wrapText(safeLine(`! ${event.message} [${event.code}]${retry}`), width).map(paint);
  return event.hint ? [...lines, ...wrapText(safeLine(`→ ${event.hint}`), width)] : lines;
}

function integrationLines(event: EventOf<"integration">, frame: Frame): string[] {
  const sha = event.sha ? ` ${event.sha.slice(0, 10)}` : "";
  const text = safeLine(
    `integration ${event.phase}: ${event.target}${sha}${event.message ? ` (${event.message})` : ""}`,
  );
  const bad = ["conflicted", "failed"].includes(event.phase);
  const head = truncate(text, frame.width);
  const paths = (event.paths ?? []).map((path) => `  ${truncate(safeLine(path), frame.width - 2)}`);
  return [bad ? frame.style.red(head) : frame.style.dim(head), ...(bad ? paths : [])];
}
