import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { told } from "../../state/toasts.ts";
import type { Row } from "../../state/transcript/row.ts";
import type { SessionLog } from "../../state/transcript/session-log.ts";
import { useStore } from "../../state/use-store.ts";
import { Button } from "../../ui/button.tsx";
import { RowView } from "./row-view.tsx";
import styles from "./transcript-view.module.css";

const rowEstimatePx = 56;
/** So near to the end, a person reads along. */
const nearEndPx = 90;

/** The rows that are in sight, of however many there are. Stays at the end while one reads there. */
export function TranscriptView({ log }: { readonly log: SessionLog }) {
  const { rows, isLive, hasEarlier, failure } = useStore(log.view);
  const frame = useRef<HTMLDivElement>(null);
  const readsAlong = useRef(true);
  const [opened, toggle] = useOpened();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowEstimatePx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  const height = virtual.getTotalSize();
  useLayoutEffect(() => {
    if (frame.current && readsAlong.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [rows, height]);
  const onScroll = () => {
    if (frame.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = frame.current;
    readsAlong.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={frame} className={styles.frame} onScroll={onScroll} aria-label="Transcript" tabIndex={0}>
      {failure !== undefined && <p className={styles.failure}>{failure}</p>}
      {!isLive && rows.length === 0 && <p className={styles.waiting}>Reading the transcript…</p>}
      {hasEarlier && (
        <div className={styles.earlier}>
          <Button look="quiet" onClick={() => void told(log.loadEarlier())}>
            Show what was before
          </Button>
        </div>
      )}
      <div className={styles.rows} style={{ height }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row && <RowView row={row} isOpen={isShown(row, opened)} onToggle={toggle} />}
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** A change is shown from the beginning; all else is folded until somebody wants it. */
function isShown(row: Row, opened: ReadonlyMap<string, boolean>): boolean {
  return opened.get(row.key) ?? (row.kind === "tool" && row.diffs.length > 0);
}

/** What a person has opened and folded, whether or not it is in sight. */
function useOpened(): readonly [ReadonlyMap<string, boolean>, (key: string, isOpen: boolean) => void] {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const toggle = useCallback(
    (key: string, isOpen: boolean) => setOpened((before) => new Map(before).set(key, isOpen)),
    [],
  );
  return [opened, toggle];
}
