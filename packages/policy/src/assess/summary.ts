import type { ApprovalRequest } from "@nucleic/protocol";
import { pathInside, resolvePath } from "../posix-path.ts";
import type { Call } from "../shell/unwrap.ts";

const maxSummaryChars = 160;

/** What a request is about, in one line. */
export function summarize({ tool, nativeTool, input, paths, cwd }: ApprovalRequest): string {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const named = text(input.path) ?? paths?.[0];
  const inside = named === undefined ? undefined : pathInside(cwd, resolvePath(cwd, named));
  const path = inside === "" ? "." : (inside ?? named);
  const subject =
    {
      Bash: text(input.command),
      WebFetch: text(input.url),
      WebSearch: text(input.query),
      Task: text(input.description) ?? text(input.prompt),
      Glob: text(input.pattern),
      Grep: text(input.pattern),
      Mcp: [text(input.server), text(input.tool)].filter(Boolean).join(" ") || undefined,
    }[tool as string] ?? path;
  const name = tool === "Other" || tool === "Mcp" ? nativeTool : tool;
  return oneLine(subject === undefined ? name : `${name}: ${subject}`);
}

/** The same of a command: where not all of it fits, the gravest call in it comes first. */
export function summarizeCommand(
  request: ApprovalRequest,
  command: string,
  gravest: Call | undefined,
): string {
  const whole = summarize(request);
  if (gravest === undefined || (!/…| \(\+\d+ lines\)$/u.test(whole) && command.length < maxSummaryChars))
    return whole;
  const call = [...gravest.via, gravest.program, ...gravest.args.map(({ text }) => text)].join(" ");
  return oneLine(`Bash: ${oneLine(call)}, in a longer command`);
}

/** On one line, without characters that hide or reorder what stands there. */
export function oneLine(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/u);
  const first = (lines[0] ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "\u{fffd}");
  const clipped =
    first.length > maxSummaryChars ? `${first.slice(0, maxSummaryChars).toWellFormed()}…` : first;
  return lines.length > 1 ? `${clipped} (+${lines.length - 1} lines)` : clipped;
}
