import type { SessionItem } from "@nucleic/protocol/messages";
import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, useId, useRef } from "react";
import { useBackend } from "../../state/backends.ts";
import { draftOf, emptyDraft, isEmptyDraft, joinedDraft } from "../../state/drafts.ts";
import { useHost } from "../../state/host.ts";
import type { RunChoice } from "../../state/run-choices.ts";
import { told } from "../../state/toasts.ts";
import type { SessionLog } from "../../state/transcript/session-log.ts";
import { useStarted } from "../../state/transcript/use-log.ts";
import { useStore } from "../../state/use-store.ts";
import { Button } from "../../ui/button.tsx";
import { agentName } from "../../ui/format.ts";
import { AgentPickers, useChoice } from "./agent-pickers.tsx";
import { Attachments } from "./attachments.tsx";
import styles from "./composer.module.css";
import { MentionList, optionId } from "./mention-list.tsx";
import { PictureButton } from "./picture-button.tsx";
import { type SendWay, send, waysOf } from "./send.ts";
import { useMention } from "./use-mention.ts";
import { usePictures } from "./use-pictures.ts";

export interface ComposerProps {
  readonly session: SessionItem;
  /** Tells what the agent runs with; without it nothing else can be chosen here. */
  readonly log?: SessionLog;
}

/** Where one writes to the agent. Enter sends, as the main button does; Shift+Enter begins a line. */
export function Composer({ session, log }: ComposerProps) {
  const backend = useBackend(session.backend);
  const capabilities = backend?.capabilities;
  const started = useStarted(log);
  const choice = useChoice(session.id, started);
  const store = draftOf(session.id);
  const draft = useStore(store);
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const ways = waysOf(session, capabilities?.followUpWhileRunning ?? true);
  const [main, other] = ways;
  const mention = useMention({
    ...{ sessionId: session.id, text: draft.text, field },
    onChosen: (text, path) => store.set({ ...store.get(), text, files: [...draft.files, path] }),
  });
  const takesPictures = capabilities?.supportsImages ?? false;
  const pictures = usePictures(
    session.id,
    takesPictures ? undefined : `${agentName(session.backend)} takes no pictures`,
  );
  const submit = useSubmit(session.id, choice);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!mention.takesKey(event)) {
      if (event.key !== "Enter" || event.shiftKey) return;
      void submit(((event.ctrlKey || event.metaKey) && other?.way) || main.way);
    }
    event.preventDefault();
  };
  return (
    <form
      className={styles.composer}
      onDragOver={pictures.onDragOver}
      onDrop={pictures.onDrop}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(main.way);
      }}
    >
      <Attachments draft={draft} onChange={store.set.bind(store)} />
      <MentionList id={list} paths={mention.paths} at={mention.at} onChoose={mention.choose} />
      <textarea
        ref={field}
        aria-label="Message to the agent"
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={mention.paths.length > 0 ? optionId(list, mention.at) : undefined}
        placeholder={main.placeholder}
        rows={2}
        value={draft.text}
        onChange={(event) => {
          store.set({ ...draft, text: event.target.value });
          mention.onCaret(event.target.selectionEnd);
        }}
        onSelect={(event) => mention.onCaret(event.currentTarget.selectionEnd)}
        onBlur={() => mention.onCaret(undefined)}
        onKeyDown={onKeyDown}
        onPaste={pictures.onPaste}
      />
      <div className={`${styles.bar} ${other ? styles.twoWays : ""}`}>
        {takesPictures && <PictureButton onAdd={pictures.add} />}
        {log && <AgentPickers session={session} backend={backend} started={started} />}
        <SendButtons ways={ways} isEmpty={isEmptyDraft(draft)} onSend={(way) => void submit(way)} />
      </div>
    </form>
  );
}

/** Sends what there is. What could not be sent is still there to be sent, before what was written meanwhile. */
function useSubmit(id: SessionItem["id"], choice: RunChoice): (way: SendWay) => Promise<void> {
  const { client } = useHost();
  const sent = useRef(Promise.resolve());
  return (way) => {
    const store = draftOf(id);
    const draft = store.get();
    if (isEmptyDraft(draft)) return sent.current;
    store.set(emptyDraft);
    // In the order in which they were written, however fast.
    sent.current = sent.current.then(async () => {
      if (!(await told(send(client, id, way, draft, choice)))) store.set(joinedDraft(draft, store.get()));
    });
    return sent.current;
  };
}

interface SendButtonsProps {
  readonly ways: ReturnType<typeof waysOf>;
  readonly isEmpty: boolean;
  readonly onSend: (way: SendWay) => void;
}

function SendButtons({ ways: [main, other], isEmpty, onSend }: SendButtonsProps) {
  return (
    <>
      <span className={styles.hint}>
        {other
          ? `Enter: ${main.label}, Ctrl+Enter: ${other.label}`
          : "Enter sends, Shift+Enter begins a line"}
      </span>
      {other && (
        <Button look="quiet" disabled={isEmpty} onClick={() => onSend(other.way)}>
          {other.label}
        </Button>
      )}
      <Button look="main" type="submit" disabled={isEmpty}>
        <ArrowUp size={15} aria-hidden="true" /> {main.label}
      </Button>
    </>
  );
}
