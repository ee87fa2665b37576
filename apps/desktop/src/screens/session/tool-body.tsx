import type { ContentBlock } from "@nucleic/protocol/core";
import type { ToolRow } from "../../state/transcript/row.ts";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { languageOf } from "../../ui/code/highlighter.ts";
import { PatchView } from "../../ui/diff/patch-view.tsx";
import { visible } from "../../ui/visible.ts";
import styles from "./tool-body.module.css";

/** Longer outputs are cut in the middle: both ends of one say the most. */
const maxChars = 100_000;

/** What a call was told, and what it answered. */
export function ToolBody({ row }: { readonly row: ToolRow }) {
  const { tool, input = {}, diffs, result, output } = row;
  const { stdout = "", stderr = "" } = output;
  const answer = result ? textOf(result.content) : stdout + stderr;
  const path = typeof input.path === "string" ? input.path : "";
  const isRead = tool === "Read" && result?.isError === false;
  return (
    <div className={styles.body}>
      {diffs.map(({ path: name, diff }) => (
        <PatchView key={`${name}${diff.length}`} patch={diff} path={name} />
      ))}
      {tool === "Bash" && (
        <CodeBlock text={visible(String(input.command ?? ""))} language="bash" label="Command" wraps />
      )}
      {diffs.length === 0 && tool !== "Bash" && !isRead && Object.keys(input).length > 0 && (
        <CodeBlock text={visible(JSON.stringify(input, null, 2))} language="json" label="Input" />
      )}
      {diffs.length === 0 && answer !== "" && (
        <CodeBlock text={cut(answer)} language={isRead ? languageOf(path) : ""} label="Output" />
      )}
    </div>
  );
}

function textOf(content: readonly ContentBlock[]): string {
  return content
    .map((block) => {
      if (block.kind === "text") return block.text;
      return block.kind === "image" ? `[image, ${block.mediaType}]` : JSON.stringify(block.native);
    })
    .join("\n");
}

function cut(text: string): string {
  if (text.length <= maxChars) return text;
  const half = maxChars / 2;
  return `${text.slice(0, half)}\n… ${text.length - maxChars} characters …\n${text.slice(-half)}`;
}
