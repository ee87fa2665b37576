import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { wrapText } from "./wrap.ts";

const kinds: Readonly<Record<string, string>> = {
  hook: "runs a hook",
  env: "sets a variable",
  helper: "runs a helper",
  mcpServer: "starts an MCP server",
  allowRule: "allows without asking",
  mode: "changes the mode",
  plugin: "loads a plugin",
  other: "other",
  unreadable: "could not be read",
};

/** Something that a repository's configuration would do. */
interface Item {
  readonly file: string;
  readonly kind: string;
  readonly text: string;
}

/** What each item would do, whole and safe: nothing of it is cut, since a person is to judge it. */
export function trustLines(items: readonly Item[], frame: Frame): string[] {
  return items.flatMap((item) => {
    const rows = wrapText(
      safeLine(`${kinds[item.kind] ?? item.kind}: ${item.text}`),
      Math.max(10, frame.width - 4),
    );
    return [
      `  ${frame.style.bold(safeLine(item.file))}`,
      ...rows.map((row) => `    ${item.kind === "unreadable" ? frame.style.red(row) : row}`),
    ];
  });
}
