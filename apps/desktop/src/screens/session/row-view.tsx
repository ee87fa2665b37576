import { Brain, CircleAlert, CircleCheck, Info } from "lucide-react";
import { memo } from "react";
import type { Row } from "../../state/transcript/row.ts";
import { MarkdownText } from "../../ui/markdown.tsx";
import styles from "./row-view.module.css";
import { ToolLine } from "./tool-line.tsx";
import { UserRow } from "./user-row.tsx";

export interface RowViewProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly onToggle: (key: string, isOpen: boolean) => void;
}

export const RowView = memo(function RowView({ row, isOpen, onToggle }: RowViewProps) {
  const toggle = () => onToggle(row.key, !isOpen);
  switch (row.kind) {
    case "user":
      return <UserRow row={row} />;
    case "say":
      return (
        <div className={row.isNested ? styles.nested : styles.say}>
          <MarkdownText text={row.text} />
        </div>
      );
    case "think":
      return <ThinkRow row={row} isOpen={isOpen} onToggle={toggle} />;
    case "tool":
      return <ToolLine row={row} isOpen={isOpen} onToggle={toggle} />;
    case "note":
      return <NoteRow row={row} />;
    default:
      return row satisfies never;
  }
});

interface ThinkRowProps {
  readonly row: Extract<Row, { kind: "say" | "think" }>;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function ThinkRow({ row, isOpen, onToggle }: ThinkRowProps) {
  return (
    <div className={styles.think}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
        <Brain size={14} aria-hidden="true" />
        <span>{row.isOpen ? "Thinking…" : "Thought"}</span>
        {!isOpen && <span className={styles.gist}>{row.text.split("\n")[0]}</span>}
      </button>
      {isOpen && <p className={styles.thought}>{row.text}</p>}
    </div>
  );
}

const noteIcons = { plain: Info, good: CircleCheck, bad: CircleAlert, warn: CircleAlert } as const;

function NoteRow({ row }: { readonly row: Extract<Row, { kind: "note" }> }) {
  const Icon = noteIcons[row.tone];
  return (
    <div className={`${styles.note} ${styles[row.tone]}`}>
      <Icon size={14} aria-hidden="true" />
      <div>
        <p>{row.text}</p>
        {row.detail !== undefined && row.detail !== "" && <pre className={styles.detail}>{row.detail}</pre>}
      </div>
    </div>
  );
}
