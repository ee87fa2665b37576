import type { SessionItem } from "@nucleic/protocol/messages";
import { safeLine, safeText } from "../view/sanitize.ts";
import type { Block } from "./blocks.ts";
import { factsOf } from "./session-facts.ts";

/** Nothing is loaded and nothing runs, whatever the text below says. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const css = `
:root { color-scheme: light dark; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
pre, .text { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { padding: .75rem; border: 1px solid #8886; border-radius: .375rem; font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.user { border-left: .25rem solid #48f; padding-left: 1rem; margin: 1.5rem 0; }
.thinking, .note { opacity: .75; font-style: italic; }
summary.failed { color: #c33; }
`;

export function htmlStart(session: SessionItem): string {
  const title = escaped(safeLine(session.title));
  const facts = factsOf(session).map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(safeLine(value))}</dd>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${css}</style>
</head>
<body>
<h1>${title}</h1>
<dl>${facts.join("")}</dl>
<main>
`;
}

export function htmlEnd(): string {
  return "</main>\n</body>\n</html>\n";
}

/** One block. Every text is escaped: what an agent wrote is shown as it wrote it. */
export function htmlBlock(block: Block): string {
  switch (block.kind) {
    case "user":
      return `<section class="user text" aria-label="You">${escaped(block.text)}</section>\n`;
    case "assistant":
      return `<section class="text">${escaped(block.text.trim())}</section>\n`;
    case "thinking":
      return `<section class="thinking text">${escaped(block.text.trim())}</section>\n`;
    case "note":
      return `<p class="note text">${escaped(block.lines.join("\n"))}</p>\n`;
    case "tool": {
      const head = `<b>${escaped(block.name)}</b> <code>${escaped(block.about)}</code>`;
      const failed = block.isError ? " failed" : "";
      const body = pre(block.input) + pre(block.output);
      return `<details${failed && " open"}><summary${failed && ' class="failed"'}>${head}${failed}</summary>${body}</details>\n`;
    }
    case "change":
      return `<details open><summary>${escaped(block.head)}</summary>${pre(block.diff)}</details>\n`;
    default:
      return block satisfies never;
  }
}

function pre(text: string): string {
  return text === "" ? "" : `<pre>${escaped(text)}</pre>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (char) => entities[char] ?? "");
}
