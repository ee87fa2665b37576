import {
  Brain,
  CircleAlert,
  CircleCheck,
  CornerDownRight,
  FileText,
  Info,
  MessageSquareQuote,
} from "lucide-react";
import { memo } from "react";
import type { Row } from "../../state/transcript/row.ts";
import { MarkdownText } from "../../ui/markdown.tsx";
import { visible } from "../../ui/visible.ts";
import styles from "./row-view.module.css";
import { ToolLine } from "./tool-line.tsx";

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

function UserRow({ row }: { readonly row: Extract<Row, { kind: "user" }> }) {
  return (
    <div className={styles.user}>
      <span className="visually-hidden">You said</span>
      {row.isSteer && (
        <p className={styles.steer}>
          <CornerDownRight size={13} aria-hidden="true" /> while it worked
        </p>
      )}
      {Object.entries(row.context).map(([at, part]) => (
        <Part key={at} part={part} />
      ))}
      {row.text !== "" && <p className={styles.userText}>{row.text}</p>}
    </div>
  );
}

type ContextPart = Extract<Row, { kind: "user" }>["context"][number];

/** What went along with the text. */
function Part({ part }: { readonly part: ContextPart }) {
  switch (part.kind) {
    case "diffComment":
      return (
        <p className={styles.quote}>
          <MessageSquareQuote size={14} aria-hidden="true" />
          <span>
            <code>{part.path}</code> {part.comment}
          </span>
        </p>
      );
    case "file":
    case "selection":
      return (
        <p className={styles.quote}>
          <FileText size={14} aria-hidden="true" />
          <code>{visible(part.path)}</code>
        </p>
      );
    case "image":
      return part.data === "" ? (
        <p className={styles.quote}>{part.name ?? "A picture"}</p>
      ) : (
        <img
          className={styles.picture}
          src={`data:${part.mediaType};base64,${part.data}`}
          alt={part.name ?? "A picture"}
        />
      );
    case "session":
      return <p className={styles.quote}>From the session {part.title}</p>;
    default:
      return part satisfies never;
  }
}

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
