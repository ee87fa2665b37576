import type { SessionItem } from "@nucleic/protocol/messages";
import { ArrowUp, MessageSquareQuote, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { type Draft, draftOf, emptyDraft } from "../../state/drafts.ts";
import { useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { useStore } from "../../state/use-store.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./composer.module.css";
import { type SendWay, send, waysOf } from "./send.ts";

/** Where one writes to the agent. Enter sends, as the main button does; Shift+Enter begins a line. */
export function Composer({ session }: { readonly session: SessionItem }) {
  const { client } = useHost();
  const store = draftOf(session.id);
  const draft = useStore(store);
  const [isSending, setIsSending] = useState(false);
  const [main, ...others] = waysOf(session);
  const isEmpty = draft.text.trim() === "" && draft.comments.length === 0;
  const submit = async (way: SendWay) => {
    if (isEmpty || isSending) return;
    setIsSending(true);
    store.set(emptyDraft);
    // What could not be sent is still there to be sent, before what was written meanwhile.
    if (!(await told(send(client, session.id, way, draft)))) store.set(joined(draft, store.get()));
    setIsSending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit(main.way);
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(main.way);
      }}
    >
      <Comments draft={draft} onChange={store.set.bind(store)} />
      <textarea
        aria-label="Message to the agent"
        placeholder={main.placeholder}
        rows={2}
        value={draft.text}
        onChange={(event) => store.set({ ...draft, text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.bar}>
        <span className={styles.hint}>Enter sends, Shift+Enter begins a line</span>
        {others.map(({ way, label }) => (
          <Button key={way} look="quiet" disabled={isEmpty} onClick={() => void submit(way)}>
            {label}
          </Button>
        ))}
        <Button look="main" type="submit" disabled={isEmpty || isSending}>
          <ArrowUp size={15} aria-hidden="true" /> {main.label}
        </Button>
      </div>
    </form>
  );
}

function joined(first: Draft, then: Draft): Draft {
  const text = [first.text, then.text].filter((one) => one !== "").join("\n");
  return { text, comments: [...first.comments, ...then.comments] };
}

interface CommentsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function Comments({ draft, onChange }: CommentsProps) {
  if (draft.comments.length === 0) return null;
  return (
    <ul className={styles.comments}>
      {draft.comments.map((one) => (
        <li key={`${one.path}${one.hunk}${one.comment}`}>
          <MessageSquareQuote size={14} aria-hidden="true" />
          <span>
            <code>{one.path}</code> {one.comment}
          </span>
          <button
            type="button"
            aria-label={`Take back the comment on ${one.path}`}
            onClick={() => onChange({ ...draft, comments: draft.comments.filter((other) => other !== one) })}
          >
            <X size={13} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
