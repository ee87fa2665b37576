import type { AgentEvent, ContentBlock, EventOf, ToolInput, ToolName } from "@nucleic/protocol";
import { toolName } from "../view/approval-card.ts";
import { withoutHeader } from "../view/diff.ts";
import { noticeLines } from "../view/notice.ts";
import { planLines } from "../view/plan.ts";
import { safeLine, safeOutput, safeText } from "../view/sanitize.ts";
import { createStyle, type Frame } from "../view/style.ts";
import { toolSummary } from "../view/tool-summary.ts";

/** A piece of a transcript as a person reads it, in whatever format. Its texts are safe to print. */
export type Block =
  | { readonly kind: "user" | "assistant" | "thinking"; readonly text: string }
  | { readonly kind: "note"; readonly lines: readonly string[] }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly about: string;
      readonly isError: boolean;
      /** What was asked for, where one line does not say it; then what came of it. */
      readonly input: string;
      readonly output: string;
    }
  | { readonly kind: "change"; readonly head: string; readonly diff: string };

interface Call {
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly input?: ToolInput;
}

const frame: Frame = { width: 10_000, style: createStyle(false) };

/** Makes blocks of records, one after the other. It keeps the calls that are open, and nothing else of what it has read. */
export class Blocks {
  #cwd: string | undefined;
  #plan: EventOf<"planUpdated">["entries"] = [];
  readonly #calls = new Map<string, Call>();

  take(event: AgentEvent): readonly Block[] {
    switch (event.kind) {
      case "userMessage":
        return [{ kind: "user", text: safeText(event.text) }];
      case "assistantText":
        return [{ kind: "assistant", text: safeText(event.text) }];
      case "thinking":
        return [{ kind: "thinking", text: safeText(event.text) }];
      case "toolCallStarted":
        this.#calls.set(event.toolCallId, { tool: event.tool, nativeTool: event.nativeTool });
        return [];
      case "toolCallCompleted": {
        const call = this.#calls.get(event.toolCallId);
        if (call) this.#calls.set(event.toolCallId, { ...call, input: event.input });
        return [];
      }
      case "toolResult":
        return this.#result(event);
      case "planUpdated": {
        const lines = planLines(this.#plan, event.entries, frame);
        this.#plan = event.entries;
        return note(lines);
      }
      case "fileChange":
        return changed(event, this.#cwd);
      case "approvalRequested": {
        const { request } = event;
        const about = request.summary ?? toolSummary(request.tool, request.input, request.cwd);
        return note([`asks to be allowed: ${toolName(request)} ${safeLine(about)}`]);
      }
      case "usage":
      case "setupLog":
      case "toolCallInputDelta":
      case "toolOutputDelta":
      case "setupStarted":
      case "setupFinished":
        return [];
      case "sessionStarted":
        this.#cwd = event.cwd;
        return note(noticeLines(event, this.#cwd, frame));
      default:
        return note(noticeLines(event, this.#cwd, frame));
    }
  }

  #result(event: EventOf<"toolResult">): readonly Block[] {
    const call = this.#calls.get(event.toolCallId);
    this.#calls.delete(event.toolCallId);
    const { tool = "Other", nativeTool = "tool", input } = call ?? {};
    const command = input?.command;
    return [
      {
        kind: "tool",
        name: safeLine(tool === "Other" ? nativeTool : tool),
        about: toolSummary(tool, input, this.#cwd),
        isError: event.isError === true,
        input: typeof command === "string" && command.includes("\n") ? safeText(command) : "",
        output: event.content.map(outputOf).filter(Boolean).join("\n"),
      },
    ];
  }
}

function note(lines: readonly string[]): readonly Block[] {
  return lines.length === 0 ? [] : [{ kind: "note", lines }];
}

function changed(event: EventOf<"fileChange">, cwd: string | undefined): readonly Block[] {
  const { diff, ...rest } = event;
  const [head = ""] = noticeLines(rest as EventOf<"fileChange">, cwd, frame);
  return [
    { kind: "change", head: head.trim(), diff: diff === undefined ? "" : safeText(withoutHeader(diff)) },
  ];
}

function outputOf(block: ContentBlock): string {
  if (block.kind === "image") return `[image ${safeLine(block.mediaType)}]`;
  if (block.kind === "native") return safeLine(JSON.stringify(block.native) ?? "");
  return safeOutput(block.text).trimEnd();
}
