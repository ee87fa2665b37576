import type {
  AgentEvent,
  Disposition,
  EventOf,
  PlanEntry,
  SessionStatus,
  ToolCallId,
} from "@nucleic/protocol";
import { noticeLines } from "./notice.ts";
import { planLines } from "./plan.ts";
import { beginSetup, type Setup, setupDoneLines, withLine } from "./setup.ts";
import type { Frame } from "./style.ts";
import { appendText, emptyBlock, finishText, type TextBlock, wholeText } from "./text-block.ts";
import { type ToolCall, toolResultLines, withOutput } from "./tool-line.ts";
import type { UsageReport } from "./usage.ts";
import { columns, wrapText } from "./wrap.ts";

/** What a view knows of a session: everything that is not on paper yet, and what the end will sum up. */
export interface Transcript {
  readonly cwd: string | undefined;
  readonly status: SessionStatus | undefined;
  /** What was made of the turn. */
  readonly disposition: Disposition | undefined;
  readonly blocks: Readonly<Record<string, TextBlock>>;
  /** The set-up script that runs. */
  readonly setup: Setup | undefined;
  readonly calls: readonly ToolCall[];
  readonly depths: Readonly<Record<string, number>>;
  readonly plan: readonly PlanEntry[];
  readonly usage: readonly UsageReport[];
  readonly diffstat: EventOf<"diffstat"> | undefined;
  /** What the last printed line was part of: a blank line stands between two kinds. */
  readonly section: string;
}

export const emptyTranscript: Transcript = {
  cwd: undefined,
  status: undefined,
  disposition: undefined,
  blocks: {},
  setup: undefined,
  calls: [],
  depths: {},
  plan: [],
  usage: [],
  diffstat: undefined,
  section: "",
};

/** One step of the view: the state after the event, and the lines that are now final. */
export interface Step {
  readonly state: Transcript;
  readonly lines: readonly string[];
}

/** The whole renderer: pure, so that a live run and a transcript read back look the same. */
export function step(state: Transcript, event: AgentEvent, frame: Frame): Step {
  switch (event.kind) {
    case "assistantText":
    case "thinking":
      return textStep(state, event, frame);
    case "toolCallStarted":
    case "toolCallCompleted":
    case "toolCallInputDelta":
    case "toolOutputDelta":
      return { state: callStep(state, event), lines: [] };
    case "toolResult":
      return resultStep(state, event, frame);
    case "planUpdated": {
      const lines = planLines(state.plan, event.entries, frame);
      return print({ ...state, plan: event.entries }, "plan", lines);
    }
    case "userMessage": {
      const rows = wholeText(event.text, frame.width - 2);
      const mark = event.steer ? "» " : "> ";
      return print(
        state,
        "user",
        rows.map((row, i) => frame.style.cyan((i === 0 ? mark : "  ") + row)),
      );
    }
    case "usage":
      return { state: { ...state, usage: [...state.usage, event] }, lines: [] };
    case "diffstat":
      return { state: { ...state, diffstat: event }, lines: [] };
    case "statusChanged":
      // A script that was cut off with its host never said its end.
      return { state: { ...state, status: event.to, setup: undefined }, lines: [] };
    case "setupStarted":
      return { state: { ...state, setup: beginSetup(event) }, lines: [] };
    case "setupLog":
      return { state: { ...state, setup: state.setup && withLine(state.setup, event) }, lines: [] };
    case "setupFinished":
      if (!state.setup) return { state, lines: [] };
      return print({ ...state, setup: undefined }, "tool", setupDoneLines(state.setup, event, frame));
    case "turnStarted":
      return { state: { ...state, disposition: undefined }, lines: [] };
    case "dispositionChanged": {
      const lines = noticeLines(event, state.cwd, frame);
      return print({ ...state, disposition: event.disposition }, "notice", lines);
    }
    case "turnCompleted":
      return endStep(state, event, frame);
    case "runFinished":
      return endStep({ ...state, usage: [...state.usage, event] }, event, frame);
    case "sessionStarted":
      return print({ ...state, cwd: event.cwd }, "start", noticeLines(event, state.cwd, frame));
    default:
      return print(state, "notice", noticeLines(event, state.cwd, frame));
  }
}

/** Adds lines under what is printed, after a blank line where they begin something else. */
export function print(state: Transcript, section: string, lines: readonly string[]): Step {
  if (lines.length === 0) return { state, lines };
  const gap = state.section !== "" && state.section !== section && spaced(state.section, section);
  return { state: { ...state, section }, lines: gap ? ["", ...lines] : lines };
}

/** Tool lines and the notices between them stay together; text, plans and what a person said stand apart. */
function spaced(before: string, after: string): boolean {
  const dense = (section: string) => section === "tool" || section === "notice" || section === "start";
  return !(dense(before) && dense(after));
}

type TextEvent = EventOf<"assistantText"> | EventOf<"thinking">;

function textStep(state: Transcript, event: TextEvent, frame: Frame): Step {
  const key = `${event.kind} ${event.parentToolCallId ?? ""} ${event.messageId}`;
  const indent = event.parentToolCallId ? "  " : "";
  const width = frame.width - indent.length;
  const section = `text ${key}`;
  const paint = (rows: readonly string[]) =>
    rows.map((row) => (event.kind === "thinking" ? frame.style.dim(indent + row) : indent + row));
  const open = state.blocks[key];
  if (event.isPartial) {
    const { block, rows } = appendText(
      open ?? emptyBlock,
      open ? event.text : event.text.replace(/^\n+/, ""),
      width,
    );
    return print({ ...state, blocks: { ...state.blocks, [key]: block } }, section, paint(rows));
  }
  const { [key]: _closed, ...blocks } = state.blocks;
  const rows = open ? finishText(open, width) : wholeText(event.text, width);
  const cut = event.truncated ? [frame.style.dim(`${indent}… cut short`)] : [];
  return print({ ...state, blocks }, section, [...paint(rows), ...cut]);
}

type CallEvent = EventOf<"toolCallStarted" | "toolCallCompleted" | "toolCallInputDelta" | "toolOutputDelta">;

function callStep(state: Transcript, event: CallEvent): Transcript {
  if (event.kind === "toolCallStarted") {
    const depth = event.parentToolCallId ? (state.depths[event.parentToolCallId] ?? 0) + 1 : 0;
    const title = event.title === undefined ? {} : { title: event.title };
    const { toolCallId: id, tool, nativeTool } = event;
    const call: ToolCall = { id, tool, nativeTool, ...title, depth, startedAt: event.at, tail: "" };
    return { ...state, calls: [...state.calls, call], depths: { ...state.depths, [id]: depth } };
  }
  if (event.kind === "toolCallCompleted")
    return updateCall(state, event.toolCallId, (call) => ({ ...call, input: event.input }));
  if (event.kind === "toolOutputDelta")
    return updateCall(state, event.toolCallId, (call) => withOutput(call, event.text));
  return state;
}

function updateCall(state: Transcript, id: ToolCallId, change: (call: ToolCall) => ToolCall): Transcript {
  return { ...state, calls: state.calls.map((call) => (call.id === id ? change(call) : call)) };
}

function resultStep(state: Transcript, event: EventOf<"toolResult">, frame: Frame): Step {
  const call = state.calls.find((one) => one.id === event.toolCallId);
  if (!call) return { state, lines: [] };
  const calls = state.calls.filter((one) => one !== call);
  return print({ ...state, calls }, "tool", toolResultLines(call, event, state.cwd, frame));
}

/** What is still open when a turn or a run ends is printed as far as it came. */
function endStep(
  state: Transcript,
  event: EventOf<"turnCompleted"> | EventOf<"runFinished">,
  frame: Frame,
): Step {
  const open = Object.entries(state.blocks).flatMap(([key, block]) => {
    const rows = finishText(block, frame.width);
    return key.startsWith("thinking") ? rows.map((row) => frame.style.dim(row)) : rows;
  });
  const first = print({ ...state, blocks: {}, calls: [] }, "text", open);
  const second = print(first.state, "notice", noticeLines(event, state.cwd, frame));
  return { state: second.state, lines: [...first.lines, ...second.lines] };
}

/** The rows of text that are still being written. */
export function openText(state: Transcript, frame: Frame): string[] {
  return Object.entries(state.blocks).flatMap(([key, block]) => {
    if (columns(block.pending) === 0) return [];
    const rows = wrapText(block.pending, frame.width);
    return key.startsWith("thinking") ? rows.map((row) => frame.style.dim(row)) : rows;
  });
}
