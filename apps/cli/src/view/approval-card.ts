import type { ApprovalRequest, Risk } from "@nucleic/protocol";
import { type CardMode, offeredKeys, type RulesMode } from "../input/approval-keys.ts";
import { approvalBody } from "./approval-body.ts";
import { plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame, Style } from "./style.ts";
import { toolSummary } from "./tool-summary.ts";
import { columns, truncate, wrapText } from "./wrap.ts";

/** How the card is drawn now. */
export interface CardInput {
  readonly mode: CardMode;
  /** Rows the card may take. A longer body is cut, says so, and can be viewed whole. */
  readonly maxRows: number;
  /** Further approvals and questions behind this one. */
  readonly queued: number;
  /** The keys below it, where they are not those that the request offers. */
  readonly keys?: readonly { readonly key: string; readonly label: string }[];
}

const riskWords: Record<Risk, string> = {
  read: "read: looks, changes nothing",
  write: "write: changes files",
  execute: "execute: runs a program",
  network: "network: talks to other machines",
  destructive: "destructive: may not be undone",
  unknown: "unknown: treat it as dangerous",
};

/** The inline card of an approval: what, the risk in words, the whole of it or as much as fits, where, and the keys. */
export function approvalCard(request: ApprovalRequest, input: CardInput, frame: Frame): string[] {
  const { style } = frame;
  const risk = request.risk ?? "unknown";
  const paint = riskPaint(risk, style);
  const inner = { ...frame, width: Math.max(1, frame.width - 2) };
  const rows = (text: string) => wrapText(text, inner.width);
  const head = rows(`Allow ${toolName(request)}? ${about(request)}`);
  const reasons = (request.riskReasons ?? []).map(safeLine).join("; ");
  const asked = request.reason ? rows(safeLine(`why: ${request.reason}`)) : [];
  const top = [
    ...head.map((row) => style.bold(row)),
    ...rows(`risk ${riskWords[risk]}${reasons && ` (${reasons})`}`).map(paint),
    ...asked.map((row) => style.dim(row)),
    ...files(request, inner),
  ];
  const bottom = [
    ...rows(`in ${safeLine(request.cwd)}${agent(request)}`).map((row) => style.dim(row)),
    ...footer(request, input, inner),
  ];
  const room = Math.max(3, input.maxRows - top.length - bottom.length - 2);
  const body = cut(approvalBody(request, { ...inner, width: Math.max(1, inner.width - 2) }), room, style);
  const all = [...top, "", ...body.map((row) => `  ${row}`), "", ...bottom];
  return all.map((row) => `${paint("┃")} ${row}`.trimEnd());
}

/** The tool's name as the card and the log name it. */
export function toolName(request: ApprovalRequest): string {
  return safeLine(request.tool === "Other" || request.tool === "Mcp" ? request.nativeTool : request.tool);
}

/** The summary, without the name of the tool that stands before it. */
function about(request: ApprovalRequest): string {
  if (!request.summary) return toolSummary(request.tool, request.input, request.cwd);
  const summary = safeLine(request.summary);
  const prefix = `${toolName(request)}: `;
  return summary.startsWith(prefix) ? summary.slice(prefix.length) : summary;
}

/** The files as they are named in the request: a summary may shorten them. */
function files(request: ApprovalRequest, frame: Frame): string[] {
  const { path } = request.input;
  const paths = request.paths ?? (typeof path === "string" ? [path] : []);
  return paths.flatMap((one) => wrapText(`file ${safeLine(one)}`, frame.width)).map(frame.style.dim);
}

function agent(request: ApprovalRequest): string {
  return request.agentId ? ` · asked by subagent ${safeLine(request.agentId)}` : "";
}

/** The colour of a risk. */
export function riskPaint(risk: Risk, style: Style): (text: string) => string {
  if (risk === "read") return style.green;
  if (risk === "write" || risk === "execute") return style.yellow;
  return risk === "network" ? style.magenta : style.red;
}

function cut(body: readonly string[], room: number, style: Style): string[] {
  if (body.length <= room) return [...body];
  const kept = body.slice(0, room - 1);
  return [...kept, style.inverse(` ${plural(body.length - kept.length, "more line")}: press v to view all `)];
}

function footer(request: ApprovalRequest, input: CardInput, frame: Frame): string[] {
  const { style, width } = frame;
  if (input.mode.kind === "message") {
    const typed = wrapText(`Tell the agent why: ${safeLine(input.mode.text)}▏`, width);
    return [...typed, style.dim(truncate("enter denies with this message · esc goes back", width))];
  }
  if (input.mode.kind === "rules") return rulesFooter(input.mode, frame);
  const keys = input.keys ?? offeredKeys(request);
  if (input.mode.kind === "help")
    return keys.map((one) => `${style.bold(one.key)}  ${truncate(help[one.key] ?? one.label, width - 3)}`);
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const { key, label: whole } of keys) {
    const label = truncate(whole, width - columns(key) - 1);
    const size = columns(key) + 1 + columns(label) + (used > 0 ? 2 : 0);
    if (used > 0 && used + size > width) {
      rows.push(row);
      row = "";
      used = 0;
    }
    row += `${used > 0 ? "  " : ""}${style.bold(key)} ${label}`;
    used += size;
  }
  rows.push(row);
  if (input.queued > 0) rows.push(style.dim(truncate(`${input.queued} more waiting behind this one`, width)));
  return rows;
}

/** Each rule with all that it would cover: what is not read is not agreed to. */
function rulesFooter({ choices, scope }: RulesMode, { style, width }: Frame): string[] {
  const until =
    scope === "session" ? "for the rest of this session" : "for this project, until you take it back";
  return [
    ...wrapText(`Allow ${until}:`, width),
    ...choices.flatMap(({ label, covers }, i) => [
      ...wrapText(`${i + 1}  ${safeLine(label)}`, width).map(style.bold),
      ...wrapText(safeLine(covers), Math.max(1, width - 3)).map((row) => style.dim(`   ${row}`)),
    ]),
    style.dim(
      truncate("a digit makes the rule and allows this · p session or project · esc goes back", width),
    ),
  ];
}

const help: Readonly<Record<string, string>> = {
  y: "allow this one call, once",
  a: "allow exactly this for the rest of the session",
  r: "choose what to allow always: exactly this, or more",
  n: "deny it; the agent is told and goes on",
  e: "deny it and tell the agent why",
  c: "deny it and end the turn",
  v: "print the whole command or diff above the card",
  "?": "esc leaves this help",
};
