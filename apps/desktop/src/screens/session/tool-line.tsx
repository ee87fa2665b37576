import { ChevronRight } from "lucide-react";
import type { ToolRow } from "../../state/transcript/row.ts";
import { durationText } from "../../ui/format.ts";
import { isCode, toolLabel, toolSubject } from "../../ui/tool-summary.ts";
import { ToolBody } from "./tool-body.tsx";
import styles from "./tool-line.module.css";

export interface ToolLineProps {
  readonly row: ToolRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A tool call in a line; folded, its outcome is what one sees. */
export function ToolLine({ row, isOpen, onToggle }: ToolLineProps) {
  const { tool, nativeTool, input, title } = row;
  const subject = toolSubject(tool, input) || (title ?? "");
  const state = stateOf(row);
  return (
    <div className={row.isNested ? styles.nested : styles.tool}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={onToggle}>
        <ChevronRight className={styles.chevron} size={14} aria-hidden="true" />
        <span className={styles.label}>{toolLabel(tool, nativeTool)}</span>
        <span className={isCode(tool) ? styles.code : styles.subject}>{subject}</span>
        <span className={`${styles.state} ${styles[state.tone]}`}>{state.text}</span>
      </button>
      {isOpen && <ToolBody row={row} />}
    </div>
  );
}

function stateOf({ result, decision, asked, diffs }: ToolRow): {
  readonly tone: "busy" | "good" | "bad" | "asks";
  readonly text: string;
} {
  if (decision === "deny" || decision === "cancelRun") return { tone: "bad", text: "denied" };
  if (asked !== undefined && decision === undefined && result === undefined)
    return { tone: "asks", text: "waits for you" };
  if (result === undefined) return { tone: "busy", text: "…" };
  const { isError, exitCode, durationMs } = result;
  if (isError) return { tone: "bad", text: exitCode === undefined ? "failed" : `exit ${exitCode}` };
  const took = durationMs !== undefined && durationMs >= 1_000 ? durationText(durationMs) : "";
  const lines = diffs.map(({ diff }) => diff).join("\n");
  const count = (sign: RegExp) => lines.match(sign)?.length ?? 0;
  const [added, removed] = [count(/^\+(?!\+\+ )/gm), count(/^-(?!-- )/gm)];
  return { tone: "good", text: diffs.length > 0 ? `+${added} −${removed}` : took || "done" };
}
