import type { SessionItem } from "@nucleic/protocol/messages";
import { safeLine } from "../view/sanitize.ts";
import type { Block } from "./blocks.ts";
import { factsOf } from "./session-facts.ts";

export function markdownStart(session: SessionItem): string {
  const facts = factsOf(session).map(([name, value]) => `- ${name}: ${code(value)}\n`);
  return `# ${plain(session.title)}\n\n${facts.join("")}`;
}

/** One block, with the blank line before it. What the agent wrote is Markdown of its own and stays as it is. */
export function markdownBlock(block: Block): string {
  switch (block.kind) {
    case "user":
      return `\n## You\n\n${quoted(block.text)}\n`;
    case "assistant":
      return `\n${block.text.trim()}\n`;
    case "thinking":
      return `\n${quoted(`(thinking) ${block.text.trim()}`)}\n`;
    case "note":
      return `\n${block.lines.map((line) => `*${plain(line.trim())}*`).join("  \n")}\n`;
    case "tool": {
      const head = `**${plain(block.name)}**${block.about === "" ? "" : ` ${code(block.about)}`}`;
      const failed = block.isError ? " failed" : "";
      return `\n${head}${failed}\n${fenced(block.input)}${fenced(block.output)}`;
    }
    case "change":
      return `\n*${plain(block.head)}*\n${fenced(block.diff, "diff")}`;
    default:
      return block satisfies never;
  }
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** A fence that is longer than every one inside. */
function fenced(text: string, language = ""): string {
  if (text === "") return "";
  const mark = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `\n${mark}${language}\n${text.replace(/\n$/, "")}\n${mark}\n`;
}

function code(text: string): string {
  const line = safeLine(text);
  const mark = "`".repeat(longestRun(line) + 1);
  return mark.length === 1 ? `${mark}${line}${mark}` : `${mark} ${line} ${mark}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** A line in which nothing is markup. */
function plain(text: string): string {
  return safeLine(text).replace(/[\\`*_{}[\]<>#|]/g, "\\$&");
}
