import type { ApprovalRequest } from "@nucleic/protocol/core";
import { useId, useState } from "react";
import { useAsOf, useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { RiskBadge } from "../../ui/risk.tsx";
import { visible } from "../../ui/visible.ts";
import { type Answer, answerApproval } from "./answer.ts";
import styles from "./approval-card.module.css";
import { Shown } from "./shown.tsx";
import { useHadTime } from "./use-had-time.ts";

export interface ApprovalCardProps {
  readonly request: ApprovalRequest;
  /** It was too large for the list, and is not here whole: it can only be denied. */
  readonly isClipped: boolean | undefined;
  /** What it shows scrolls by itself, so that what is below stays in sight. */
  readonly hasLittleRoom?: boolean;
}

/** One request: what would be done, how dangerous that is, and the answers. */
export function ApprovalCard({ request, isClipped = false, hasLittleRoom = false }: ApprovalCardProps) {
  const { summary, nativeTool, risk, riskReasons = [], reason } = request;
  const title = useId();
  const asOf = useAsOf();
  return (
    <article className={styles.card} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 id={title}>{visible(summary ?? nativeTool)}</h2>
        <RiskBadge risk={risk} />
      </header>
      {reason !== undefined && <p className={styles.reason}>{visible(reason)}</p>}
      {riskReasons.length > 0 && (
        <ul className={styles.reasons}>
          {riskReasons.map((one) => (
            <li key={one}>{visible(one)}</li>
          ))}
        </ul>
      )}
      {isClipped ? (
        <p className={styles.reason}>
          It is too large to be shown here whole, and nothing is allowed that was not seen. Allow it in a
          terminal with <code>nucleic attach</code>.
        </p>
      ) : (
        <div className={hasLittleRoom ? styles.scroll : undefined}>
          <Shown request={request} />
        </div>
      )}
      {asOf === undefined ? (
        <Answers request={request} isClipped={isClipped} />
      ) : (
        <p className={styles.reason}>It can be answered once the host is there.</p>
      )}
    </article>
  );
}

function Answers({ request, isClipped }: { readonly request: ApprovalRequest; readonly isClipped: boolean }) {
  const { client } = useHost();
  const [message, setMessage] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const canAllow = useHadTime(request.id) && !isBusy && !isClipped;
  const give = async (answer: Answer) => {
    setIsBusy(true);
    await told(answerApproval(client, request, answer, message));
    setIsBusy(false);
  };
  const hasAlways = request.options.includes("allowAlways") && !isClipped;
  return (
    <div className={styles.answers}>
      <Button look="main" disabled={!canAllow} onClick={() => void give("allow")}>
        Allow <kbd>a</kbd>
      </Button>
      {hasAlways && (
        <Button disabled={!canAllow} onClick={() => void give("always")}>
          Allow in session <kbd>s</kbd>
        </Button>
      )}
      <Button look="danger" disabled={isBusy} onClick={() => void give("deny")}>
        Deny <kbd>d</kbd>
      </Button>
      <input
        className={styles.why}
        aria-label="Why not, for the agent"
        placeholder="Why not (the agent is told)"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && message.trim() !== "") void give("deny");
        }}
      />
    </div>
  );
}
