import type { ApprovalRequest } from "@nucleic/protocol";
import { diffPaint } from "./diff.ts";
import { safeText } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { wrapText } from "./wrap.ts";

/**
 * What would be done, whole: the diff where there is one, else the command, else what would be written, else the
 * input as it is. Nothing is cut here; long lines are wrapped, so that no end of a command stays unseen.
 */
export function approvalBody(request: ApprovalRequest, frame: Frame): string[] {
  const { input } = request;
  if (request.diff) return wrappedDiff(request.diff, frame);
  const text = (field: string) => (typeof input[field] === "string" ? input[field] : undefined);
  const command = text("command");
  if (request.tool === "Bash" && command !== undefined) return bold(command, frame);
  const oldText = text("oldText");
  const newText = text("newText");
  if (oldText !== undefined && newText !== undefined)
    return wrappedDiff(`${prefixed(oldText, "-")}\n${prefixed(newText, "+")}`, frame);
  const content = text("content");
  if (request.tool === "Write" && content !== undefined) return wrappedDiff(prefixed(content, "+"), frame);
  return fieldLines(input, frame);
}

function bold(command: string, frame: Frame): string[] {
  return wrapText(safeText(command), frame.width).map((row) => frame.style.bold(row));
}

function prefixed(text: string, mark: string): string {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => mark + line)
    .join("\n");
}

/** Wrapped, not cut: a row goes with the colour of its line. */
function wrappedDiff(diff: string, frame: Frame): string[] {
  const lines = safeText(diff).replace(/\n$/, "").split("\n");
  return lines.flatMap((line) => wrapText(line, frame.width).map(diffPaint(line, frame.style)));
}

function fieldLines(input: ApprovalRequest["input"], frame: Frame): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return wrapText(safeText(`${name}: ${text}`), frame.width);
  });
}
