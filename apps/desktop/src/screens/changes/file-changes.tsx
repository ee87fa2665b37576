import type { SessionId } from "@nucleic/protocol/core";
import { ChevronRight, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { draftOf } from "../../state/drafts.ts";
import { Button } from "../../ui/button.tsx";
import { HunkView } from "../../ui/diff/hunk-view.tsx";
import type { DiffFile, DiffHunk } from "../../ui/diff/parse-patch.ts";
import { visible } from "../../ui/visible.ts";
import { CommentForm } from "./comment-form.tsx";
import styles from "./file-changes.module.css";

export interface FileChangesProps {
  readonly file: DiffFile;
  readonly sessionId: SessionId;
  readonly isSplit: boolean;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

/** One file, hunk by hunk. */
export function FileChanges({ file, sessionId, isSplit, isFolded, onFold }: FileChangesProps) {
  const { path, oldPath, change, isBinary, hunks, added, removed } = file;
  return (
    <section className={styles.file} aria-label={path}>
      <button type="button" className={styles.head} aria-expanded={!isFolded} onClick={onFold}>
        <ChevronRight className={styles.chevron} size={14} aria-hidden="true" />
        <span className={styles.path}>
          {oldPath !== undefined && <span className={styles.old}>{visible(oldPath)} → </span>}
          {visible(path)}
        </span>
        {change !== "changed" && <span className={styles.change}>{change}</span>}
        <span className={styles.added}>+{added}</span>
        <span className={styles.removed}>−{removed}</span>
      </button>
      {!isFolded && isBinary && <p className={styles.binary}>A binary file</p>}
      {!isFolded &&
        hunks.map((hunk) => (
          <OneHunk key={hunk.header} hunk={hunk} path={path} sessionId={sessionId} isSplit={isSplit} />
        ))}
    </section>
  );
}

interface OneHunkProps {
  readonly hunk: DiffHunk;
  readonly path: string;
  readonly sessionId: SessionId;
  readonly isSplit: boolean;
}

function OneHunk({ hunk, path, sessionId, isSplit }: OneHunkProps) {
  const [isWriting, setIsWriting] = useState(false);
  const comment = (text: string) => {
    const draft = draftOf(sessionId);
    const said = { kind: "diffComment", path, hunk: textOf(hunk), comment: text } as const;
    draft.set({ ...draft.get(), comments: [...draft.get().comments, said] });
    setIsWriting(false);
  };
  return (
    <div>
      <div className={styles.hunk}>
        <code>{hunk.header}</code>
        <Button look="quiet" onClick={() => setIsWriting(true)}>
          <MessageSquarePlus size={14} aria-hidden="true" /> Comment
        </Button>
      </div>
      {isWriting && <CommentForm onSay={comment} onLeave={() => setIsWriting(false)} />}
      <HunkView hunk={hunk} path={path} isSplit={isSplit} />
    </div>
  );
}

const signs = { same: " ", added: "+", removed: "-" } as const;

/** The hunk as it was in the patch. */
function textOf({ header, lines }: DiffHunk): string {
  return [header, ...lines.map(({ kind, text }) => signs[kind] + text)].join("\n");
}
