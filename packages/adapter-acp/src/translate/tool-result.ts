import { closeAsk } from "@nucleic/adapter-kit";
import type { ContentBlock, ToolCallId } from "@nucleic/protocol";
import type { KeyPath } from "../quirks/quirks.ts";
import type { Json } from "../wire/messages.ts";
import { at, count, name, object, text } from "../wire/read.ts";
import { askAbout } from "./asks.ts";
import type { CallPatch } from "./call-patch.ts";
import { forgetCall } from "./closed-calls.ts";
import { emitFileChanges } from "./file-change.ts";
import type { OpenCall } from "./state.ts";
import type { Step } from "./step.ts";
import { entriesOf } from "./tools.ts";

/** How codex-acp and claude-agent-acp begin the result of a shell command where they give nothing but text. */
const exitCodeLine = /^Exit code:? (\d+)\b/;

/**
 * What a command has written so far. Agents send it whole each time; what is new of it is told. Where the beginning has
 * been cut off nothing is: the result has it all.
 */
export function tellOutput(step: Step, id: string, call: OpenCall, { content }: CallPatch): void {
  if (call.tool !== "Bash" || !content) return;
  const output = textOf(contentOf(content));
  if (output === call.output || !output.startsWith(call.output)) return;
  step.setCall(id, { ...call, output });
  step.emit({
    kind: "toolOutputDelta",
    toolCallId: id as ToolCallId,
    text: output.slice(call.output.length),
  });
}

/** The call is over, one way or the other. */
export function finishCall(step: Step, id: string, call: OpenCall, patch: CallPatch): void {
  const { quirks } = step.state;
  // Nobody was asked in the end. Where answers are not seen, the ask may well have been answered.
  const ask = step.state.answersSeen ? askAbout(step, id) : undefined;
  if (ask) closeAsk(step, ask, "withdrawn");
  const exitCode = call.tool === "Bash" ? exitCodeOf(quirks.exitCodeAt, patch) : undefined;
  // Grok calls a refused exit_plan_mode completed.
  const isError = patch.status === "failed" || (exitCode ?? 0) !== 0 || call.denied;
  forgetCall(step, id);
  step.emit({
    kind: "toolResult",
    toolCallId: id as ToolCallId,
    content: resultOf(quirks.outputAt, patch),
    isError,
    ...(exitCode !== undefined && { exitCode }),
  });
  if (isError) return;
  emitFileChanges(step, id, call, patch);
  const entries = quirks.planFromTool && call.tool === "TodoWrite" ? call.rawInput.todos : undefined;
  if (entries !== undefined) step.emit({ kind: "planUpdated", entries: entriesOf(entries) });
}

function exitCodeOf(places: readonly KeyPath[], { rawOutput }: CallPatch): number | undefined {
  const line = typeof rawOutput === "string" ? exitCodeLine.exec(rawOutput) : null;
  if (line) return count(Number(line[1]));
  return places.map((path) => count(at(rawOutput, path))).find((code) => code !== undefined);
}

/** The agent's output as it is, where it is given; else what it shows of it. */
function resultOf(outputAt: KeyPath | undefined, { rawOutput, content }: CallPatch): ContentBlock[] {
  const raw = text(rawOutput) ?? (outputAt && text(at(rawOutput, outputAt)));
  if (raw !== undefined) return raw === "" ? [] : [{ kind: "text", text: raw }];
  const shown = contentOf(content ?? []);
  const error = shown.length === 0 ? name(at(rawOutput, ["error"])) : undefined;
  return error === undefined ? shown : [{ kind: "text", text: error }];
}

/** Diffs are told as changes of files. */
function contentOf(content: readonly Json[]): ContentBlock[] {
  return content.flatMap((item) => {
    if (item.type === "diff") return [];
    return [item.type === "content" ? blockOf(object(item.content) ?? {}) : { kind: "native", native: item }];
  });
}

function blockOf(block: Json): ContentBlock {
  if (block.type === "text" && typeof block.text === "string") return { kind: "text", text: block.text };
  const data = block.type === "image" ? name(block.data) : undefined;
  if (data === undefined) return { kind: "native", native: block };
  return { kind: "image", mediaType: name(block.mimeType) ?? "application/octet-stream", data };
}

function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.kind === "text" ? block.text : "")).join("");
}
