import type { ApprovalRequest, QuestionRequest } from "@nucleic/protocol/core";
import type { Board } from "@nucleic/sync/client";
import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useAsOf, useBoard, useHost } from "../../state/host.ts";
import { hrefOf } from "../../state/route.ts";
import { told } from "../../state/toasts.ts";
import { Ago } from "../../ui/ago.tsx";
import { Empty } from "../../ui/empty.tsx";
import { RiskBadge } from "../../ui/risk.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { visible } from "../../ui/visible.ts";
import { answerApproval } from "./answer.ts";
import { ApprovalCard } from "./approval-card.tsx";
import styles from "./approvals-screen.module.css";
import { QuestionCard } from "./question-card.tsx";
import { useHadTime } from "./use-had-time.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";

type Ask = ApprovalRequest | QuestionRequest;

/** All that agents wait for. j and k go through it, a allows, s allows for the session, d denies. */
export function ApprovalsScreen() {
  const board = useBoard();
  const { client } = useHost();
  const asOf = useAsOf();
  const asks = board ? asksOf(board) : [];
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    asks.findIndex(({ id }) => id === chosen),
  );
  const current = asks[at];
  const currentId = current?.id;
  const hadTime = useHadTime(currentId);
  // What is answered makes room for the next; what comes meanwhile does not take its place.
  useEffect(() => setChosen(currentId), [currentId]);
  useInboxKeys({
    move: (by) => setChosen(asks[Math.min(asks.length - 1, Math.max(0, at + by))]?.id),
    answer: (answer) => {
      if (current === undefined || "questions" in current || !hadTime || asOf !== undefined) return;
      if (answer !== "deny" && board?.clipped.has(current.id)) return;
      if (answer === "always" && !current.options.includes("allowAlways")) return;
      void told(answerApproval(client, current, answer));
    },
  });
  if (board === undefined) return null;
  return (
    <>
      <ScreenHead title="Approvals" about="What agents wait for. Nothing is done before you say so." />
      {current === undefined ? (
        <Empty icon={ShieldCheck} title="Nothing waits for you">
          <p>When an agent wants to change something or has a question, it comes here.</p>
        </Empty>
      ) : (
        <div className={styles.inbox}>
          <Inbox asks={asks} board={board} current={current} onChoose={setChosen} />
          <div className={styles.detail}>
            <SessionLink board={board} of={current} />
            {"questions" in current ? (
              <QuestionCard key={current.id} request={current} />
            ) : (
              <ApprovalCard key={current.id} request={current} isClipped={board.clipped.has(current.id)} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

interface InboxProps {
  readonly asks: readonly Ask[];
  readonly board: Board;
  readonly current: Ask;
  readonly onChoose: (id: string) => void;
}

function Inbox({ asks, board, current, onChoose }: InboxProps) {
  return (
    <nav className={styles.list} aria-label="Requests">
      {asks.map((ask) => (
        <button
          key={ask.id}
          type="button"
          className={styles.item}
          aria-current={ask.id === current.id}
          onClick={() => onChoose(ask.id)}
        >
          <span className={styles.top}>
            {"questions" in ask ? (
              <span className={styles.asks}>Question</span>
            ) : (
              <RiskBadge risk={ask.risk} />
            )}
            <span className={styles.ago}>
              <Ago at={ask.createdAt} />
            </span>
          </span>
          <span className={styles.summary}>{summaryOf(ask)}</span>
          <span className={styles.title}>{titleOf(board, ask)}</span>
        </button>
      ))}
      <p className={styles.keys}>
        <kbd>j</kbd> <kbd>k</kbd> move <kbd>a</kbd> allow <kbd>s</kbd> for the session <kbd>d</kbd> deny
      </p>
    </nav>
  );
}

function SessionLink({ board, of }: { readonly board: Board; readonly of: Ask }) {
  return (
    <a className={styles.session} href={hrefOf({ screen: "session", id: of.sessionId, tab: "transcript" })}>
      {titleOf(board, of)}
    </a>
  );
}

/** Oldest first: who has waited longest is answered first. */
function asksOf({ approvals, questions }: Board): readonly Ask[] {
  return [...approvals, ...questions].sort((a, b) => a.createdAt - b.createdAt);
}

function summaryOf(ask: Ask): string {
  return visible("questions" in ask ? (ask.questions[0]?.text ?? "") : (ask.summary ?? ask.nativeTool));
}

function titleOf({ sessions }: Board, { sessionId }: Ask): string {
  return sessions.find(({ id }) => id === sessionId)?.title ?? "a session";
}
