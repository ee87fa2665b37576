import type { SessionItem } from "@nucleic/protocol/messages";
import { SearchX } from "lucide-react";
import { useBoard, useSession } from "../../state/host.ts";
import { useLog } from "../../state/transcript/use-log.ts";
import { Empty } from "../../ui/empty.tsx";
import { Asks } from "./asks.tsx";
import { Composer } from "./composer.tsx";
import { SessionAside } from "./session-aside.tsx";
import { SessionHead } from "./session-head.tsx";
import styles from "./session-screen.module.css";
import { TranscriptView } from "./transcript-view.tsx";

export function SessionScreen({ id }: { readonly id: string }) {
  const board = useBoard();
  const session = useSession(id);
  if (session !== undefined) return <Known key={id} session={session} />;
  if (board === undefined) return null;
  return (
    <Empty icon={SearchX} title="There is no such session">
      <p>It may have been removed, with its transcript.</p>
      <a href="#/">To all sessions</a>
    </Empty>
  );
}

function Known({ session }: { readonly session: SessionItem }) {
  const log = useLog(session.id);
  return (
    <>
      <SessionHead session={session} tab="transcript" />
      <div className={styles.body}>
        <div className={styles.talk}>
          {log && <TranscriptView log={log} />}
          <div className={styles.foot}>
            <Asks sessionId={session.id} />
            {log && <Composer session={session} log={log} />}
          </div>
        </div>
        {log && <SessionAside session={session} log={log} />}
      </div>
    </>
  );
}
