import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useBoard } from "../../state/host.ts";
import { MainLink } from "../../ui/button.tsx";
import { plural } from "../../ui/format.ts";
import { ScreenHead } from "../../ui/screen-head.tsx";
import styles from "./board-screen.module.css";
import { columnsOf } from "./columns.ts";
import { FirstRun } from "./first-run.tsx";
import { SessionCard } from "./session-card.tsx";
import { useBoardKeys } from "./use-board-keys.ts";
import { useSpending } from "./use-spending.ts";

export function BoardScreen() {
  const board = useBoard();
  const [showsArchived, setShowsArchived] = useState(false);
  const spent = useSpending();
  const cards = useRef<HTMLDivElement>(null);
  useBoardKeys(cards);
  if (board === undefined) return <p className={styles.waiting}>Connecting to the host…</p>;
  const columns = columnsOf(board.sessions, showsArchived);
  const working = board.sessions.filter(({ isRunning }) => isRunning).length;
  const hidden = board.sessions.filter(({ status }) => status === "archived").length;
  return (
    <>
      <ScreenHead
        title="Sessions"
        about={`${plural(board.sessions.length - hidden, "session")}, ${plural(working, "agent")} up`}
      >
        <MainLink href="#/new">
          <Plus size={16} aria-hidden="true" /> New session
        </MainLink>
      </ScreenHead>
      {board.sessions.length === 0 ? (
        <FirstRun />
      ) : (
        <div ref={cards} className={styles.columns}>
          {columns.map(({ name, about, sessions }) => (
            <section key={name} className={styles.column} aria-label={name}>
              <h2 className={styles.name}>
                {name} <span className={styles.count}>{sessions.length}</span>
              </h2>
              {sessions.length === 0 && <p className={styles.none}>{about}</p>}
              <ul className={styles.cards}>
                {sessions.map((session) => (
                  <li key={session.id}>
                    <SessionCard session={session} board={board} costUSD={spent.get(session.id)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {hidden > 0 && (
        <button type="button" className={styles.archived} onClick={() => setShowsArchived(!showsArchived)}>
          {showsArchived ? "Hide" : "Show"} {hidden} archived
        </button>
      )}
    </>
  );
}
