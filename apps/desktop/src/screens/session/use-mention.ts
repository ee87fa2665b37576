import type { SessionId } from "@nucleic/protocol/core";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useHost } from "../../state/host.ts";
import { type Mention, mentionAt } from "./mention.ts";

export interface MentionOptions {
  readonly sessionId: SessionId;
  readonly text: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The field's text has changed, and holds that path now. */
  readonly onChosen: (text: string, path: string) => void;
}

export interface Mentions {
  /** Offered for what is typed; empty where nothing is, or nothing fits. */
  readonly paths: readonly string[];
  /** Of the one that Enter takes. */
  readonly at: number;
  readonly choose: (path: string) => void;
  /** Where the caret is now; `undefined` once the field is left. */
  readonly onCaret: (caret: number | undefined) => void;
  /** Whether the key was for the list. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
}

/** More cannot be looked through while one types. */
const maxShown = 8;
/** Between the last key and the question to the host. */
const settleMs = 60;

/** Files for what is typed after an `@`. */
export function useMention({ sessionId, text, field, onChosen }: MentionOptions): Mentions {
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const [leftAt, setLeftAt] = useState<number>();
  const mention = caret === undefined ? undefined : mentionAt(text, caret);
  const isOpen = mention !== undefined && mention.from !== leftAt;
  const paths = useFiles(sessionId, isOpen ? mention.typed : undefined);
  const choose = (path: string) => {
    if (mention === undefined || field.current === null) return;
    insert(field.current, mention, path);
    onChosen(field.current.value, path);
    setCaret(field.current.selectionStart);
    setAt(0);
  };
  return {
    ...{ paths, choose, at: Math.min(at, Math.max(0, paths.length - 1)) },
    onCaret(now) {
      if (now === caret) return;
      setCaret(now);
      setAt(0);
      if (now === undefined || mentionAt(text, now)?.from !== leftAt) setLeftAt(undefined);
    },
    takesKey({ key }) {
      if (paths.length === 0) return false;
      const by = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (by !== undefined) setAt((at + by + paths.length) % paths.length);
      else if (key === "Enter" || key === "Tab") choose(paths[at] ?? "");
      else if (key === "Escape") setLeftAt(mention?.from);
      else return false;
      return true;
    },
  };
}

/** The caret goes behind it, where one types on. */
function insert(field: HTMLTextAreaElement, { from, to }: Mention, path: string): void {
  field.setRangeText(`@${path} `, from, to, "end");
}

function useFiles(sessionId: SessionId, typed: string | undefined): readonly string[] {
  const { client } = useHost();
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    if (typed === undefined) {
      setPaths([]);
      return;
    }
    let isGone = false;
    const ask = async () => {
      const found = await client.query("files", { sessionId, query: typed, limit: maxShown });
      if (!isGone) setPaths(found.paths);
    };
    // A session without a worktree has no files to offer: what is typed stays what it is.
    const timer = setTimeout(() => void ask().catch(() => !isGone && setPaths([])), settleMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, sessionId, typed]);
  return paths;
}
