import type { SessionItem } from "@nucleic/protocol/messages";
import { ArrowLeft, Check, Square } from "lucide-react";
import { useHost } from "../../state/host.ts";
import { hrefOf } from "../../state/route.ts";
import { told } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { Diffstat } from "../../ui/diffstat.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import styles from "./session-head.module.css";
import { SessionMenu } from "./session-menu.tsx";

export interface SessionHeadProps {
  readonly session: SessionItem;
  readonly tab: "transcript" | "changes";
}

export function SessionHead({ session, tab }: SessionHeadProps) {
  const { id, title, diffstat } = session;
  const to = (name: SessionHeadProps["tab"]) => hrefOf({ screen: "session", id, tab: name });
  const current = (name: SessionHeadProps["tab"]) => (tab === name ? "page" : undefined);
  return (
    <header className={styles.head}>
      <a className={styles.back} href="#/" aria-label="All sessions">
        <ArrowLeft size={18} aria-hidden="true" />
      </a>
      <div className={styles.text}>
        <h1 title={title}>{title}</h1>
        <StatusPill session={session} />
      </div>
      <nav className={styles.tabs} aria-label="Of this session">
        <a href={to("transcript")} aria-current={current("transcript")}>
          Transcript
        </a>
        <a href={to("changes")} aria-current={current("changes")}>
          Changes <Diffstat of={diffstat} />
        </a>
      </nav>
      <div className={styles.actions}>
        <MainAction session={session} />
        <SessionMenu session={session} />
      </div>
    </header>
  );
}

/** The one thing that is most likely wanted now. */
function MainAction({ session: { id, status } }: { readonly session: SessionItem }) {
  const { client } = useHost();
  if (status === "running" || status === "awaitingApproval" || status === "awaitingAnswer")
    return (
      <Button onClick={() => void told(client.intent("interrupt", {}, { sessionId: id }))}>
        <Square size={13} fill="currentcolor" aria-hidden="true" /> Interrupt
      </Button>
    );
  if (status === "awaitingInput")
    return (
      <Button onClick={() => void told(client.intent("markDone", {}, { sessionId: id }))}>
        <Check size={15} aria-hidden="true" /> Mark done
      </Button>
    );
  return null;
}
