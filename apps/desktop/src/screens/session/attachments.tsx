import { MessageSquareQuote, X } from "lucide-react";
import type { Draft } from "../../state/drafts.ts";
import styles from "./attachments.module.css";

export interface AttachmentsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** What goes along with the next message besides the files that its text names. */
export function Attachments({ draft, onChange }: AttachmentsProps) {
  const { comments, pictures } = draft;
  if (comments.length + pictures.length === 0) return null;
  return (
    <ul className={styles.parts}>
      {comments.map((one) => (
        <li key={`${one.path}${one.hunk}${one.comment}`}>
          <MessageSquareQuote size={14} aria-hidden="true" />
          <span>
            <code>{one.path}</code> {one.comment}
          </span>
          <TakeBack
            what={`the comment on ${one.path}`}
            onClick={() => onChange({ ...draft, comments: comments.filter((other) => other !== one) })}
          />
        </li>
      ))}
      {pictures.map((one) => (
        <li key={one.data}>
          <img className={styles.picture} src={`data:${one.mediaType};base64,${one.data}`} alt="" />
          <span>{one.name}</span>
          <TakeBack
            what={`the picture ${one.name}`}
            onClick={() => onChange({ ...draft, pictures: pictures.filter((other) => other !== one) })}
          />
        </li>
      ))}
    </ul>
  );
}

function TakeBack({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <button type="button" aria-label={`Take back ${what}`} onClick={onClick}>
      <X size={13} aria-hidden="true" />
    </button>
  );
}
