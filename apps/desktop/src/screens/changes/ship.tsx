import type { IntentResult, SessionItem } from "@nucleic/protocol/messages";
import { GitMerge } from "lucide-react";
import { useState } from "react";
import { useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictList } from "../../ui/conflict-list.tsx";
import styles from "./ship.module.css";

const strategies = {
  squash: "One commit",
  merge: "A merge commit",
  rebase: "Its own commits, rebased",
} as const;
type Strategy = keyof typeof strategies;

type Result = IntentResult<"integrate">;

/** Brings the work into the project's branch. Where that cannot be, nothing is changed, and the files are named. */
export function Ship({ session }: { readonly session: SessionItem }) {
  const { client } = useHost();
  const [strategy, setStrategy] = useState<Strategy>("squash");
  const [message, setMessage] = useState(session.title);
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const integrate = async () => {
    setIsBusy(true);
    const asked = client.intent("integrate", { strategy, message }, { sessionId: session.id });
    if (await told(asked)) setResult(await asked);
    setIsBusy(false);
  };
  return (
    <section className={styles.ship} aria-label="Integrate">
      <h2>Bring it home</h2>
      <label className={styles.field}>
        <span>As</span>
        <select value={strategy} onChange={(event) => setStrategy(event.target.value as Strategy)}>
          {Object.entries(strategies).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {strategy !== "rebase" && (
        <label className={styles.field}>
          <span>Message</span>
          <textarea rows={2} value={message} onChange={(event) => setMessage(event.target.value)} />
        </label>
      )}
      <Button look="main" disabled={isBusy} onClick={() => void integrate()}>
        <GitMerge size={15} aria-hidden="true" /> {isBusy ? "In the queue…" : "Integrate"}
      </Button>
      {isBusy && (
        <Button
          look="quiet"
          onClick={() => void told(client.intent("cancelIntegration", {}, { sessionId: session.id }))}
        >
          Cancel
        </Button>
      )}
      {result && <Outcome result={result} />}
    </section>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  const { outcome, target, commit, conflicts = [], message, paths = [] } = result;
  const says: Readonly<Record<Result["outcome"], string>> = {
    integrated: `It is in ${target} now${commit === undefined ? "" : `, as ${commit.slice(0, 8)}`}.`,
    nothingToDo: `${target} has all of it already.`,
    conflicted: `It conflicts with ${target}. Nothing was changed there.`,
    rejected: message ?? "It was rejected.",
    parked: `It is merged, and ${target} was left as it is: these files are in the way.`,
  };
  const isGood = outcome === "integrated" || outcome === "nothingToDo";
  return (
    <div className={isGood ? styles.good : styles.bad} role="status">
      <p>{says[outcome]}</p>
      <ConflictList conflicts={conflicts} />
      {paths.length > 0 && (
        <ul className={styles.paths}>
          {paths.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
