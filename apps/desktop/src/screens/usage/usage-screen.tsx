import type { UsageItem } from "@nucleic/protocol/messages";
import { BarChart3 } from "lucide-react";
import { useState } from "react";
import { useBoard } from "../../state/host.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { countText, moneyText } from "../../ui/format.ts";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";
import styles from "./usage-screen.module.css";

const views = { day: "By day", project: "By project", model: "By model", session: "By session" } as const;
type View = keyof typeof views;

/** Tokens and reported costs. What no agent has reported is not made up. */
export function UsageScreen() {
  const [by, setBy] = useState<View>("day");
  const { data, failure } = useQuery("usage", { by });
  const nameOf = useNames();
  const most = Math.max(1, ...(data ?? []).map(tokensOf));
  return (
    <>
      <ScreenHead title="Usage" about="Tokens, and what agents say that they cost." />
      <div className={page.body}>
        <div className={page.line}>
          {Object.entries(views).map(([view, label]) => (
            <Button
              key={view}
              look={view === by ? "plain" : "quiet"}
              aria-pressed={view === by}
              onClick={() => setBy(view as View)}
            >
              {label}
            </Button>
          ))}
        </div>
        {failure !== undefined && <p className={page.bad}>{failure}</p>}
        {data?.length === 0 && (
          <Empty icon={BarChart3} title="Nothing was used yet">
            <p>What agents use is counted from their first turn on.</p>
          </Empty>
        )}
        <ul className={styles.rows}>
          {data?.map((item) => (
            <li key={item.key} className={styles.row}>
              <span className={styles.name}>{nameOf(item.key)}</span>
              <meter className={styles.bar} min={0} max={most} value={tokensOf(item)} aria-label="Tokens" />
              <span className={styles.number}>{countText(tokensOf(item))}</span>
              <span className={styles.number}>
                {item.costUSD === undefined ? "—" : moneyText(item.costUSD)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function tokensOf({ inputTokens, outputTokens }: UsageItem): number {
  return inputTokens + outputTokens;
}

/** What a person calls the thing of that key. */
function useNames(): (key: string) => string {
  const sessions = useBoard()?.sessions ?? [];
  const projects = useQuery("projects", {}).data ?? [];
  return (key) =>
    sessions.find(({ id }) => id === key)?.title ??
    projects.find(({ id }) => id === key)?.name ??
    (key || "Unknown");
}
