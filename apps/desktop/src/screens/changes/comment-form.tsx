import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./comment-form.module.css";

export interface CommentFormProps {
  readonly onSay: (text: string) => void;
  readonly onLeave: () => void;
}

/** A word on a hunk, which goes with the next message. */
export function CommentForm({ onSay, onLeave }: CommentFormProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isEmpty = text.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onSay(text.trim());
      }}
    >
      <textarea
        ref={field}
        aria-label="Comment on these lines"
        placeholder="What should be different here?"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onLeave();
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !isEmpty) onSay(text.trim());
        }}
      />
      <div className={styles.bar}>
        <Button look="main" type="submit" disabled={isEmpty}>
          Add to the next message
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
