import type { SessionItem } from "@nucleic/protocol/messages";
import type { Board } from "@nucleic/sync/client";
import { hrefOf } from "../../state/route.ts";
import { Ago } from "../../ui/ago.tsx";
import { Diffstat } from "../../ui/diffstat.tsx";
import { agentName, moneyText } from "../../ui/format.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import styles from "./session-card.module.css";

export interface SessionCardProps {
  readonly session: SessionItem;
  readonly board: Board;
  /** Absent where its agent reports none. */
  readonly costUSD: number | undefined;
}

export function SessionCard({ session, board, costUSD }: SessionCardProps) {
  const { id, title, backend, model, diffstat, updatedAt, branch } = session;
  const asked = askedOf(session, board);
  return (
    <a className={styles.card} href={hrefOf({ screen: "session", id, tab: "transcript" })}>
      <span className={styles.top}>
        <StatusPill session={session} />
        <span className={styles.ago}>
          <Ago at={updatedAt} />
        </span>
      </span>
      <span className={styles.title}>{title}</span>
      {asked !== undefined && <span className={styles.asked}>{asked}</span>}
      <span className={styles.foot}>
        <span className={styles.agent} title={branch}>
          {agentName(backend)}
          {model !== undefined && ` · ${model}`}
        </span>
        <Diffstat of={diffstat} />
        {costUSD !== undefined && <span>{moneyText(costUSD)}</span>}
      </span>
    </a>
  );
}

/** What it waits for, in a line. */
function askedOf({ id }: SessionItem, { approvals, questions }: Board): string | undefined {
  const approval = approvals.find(({ sessionId }) => sessionId === id);
  if (approval) return approval.summary ?? approval.nativeTool;
  return questions.find(({ sessionId }) => sessionId === id)?.questions[0]?.text;
}
