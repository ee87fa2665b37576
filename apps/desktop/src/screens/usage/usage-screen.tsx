import { BarChart3 } from "lucide-react";
import { useState } from "react";
import { useBoard } from "../../state/host.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { eachDay } from "./days.ts";
import { longest } from "./parts.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageTable } from "./usage-table.tsx";

const views = { day: "Day", project: "Project", model: "Model", session: "Session" } as const;
type View = keyof typeof views;

/** Tokens and reported costs. What no agent has reported is not made up. */
export function UsageScreen() {
  const [by, setBy] = useState<View>("day");
  const { data, failure } = useQuery("usage", { by });
  const nameOf = useNames();
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
              By {label.toLowerCase()}
            </Button>
          ))}
        </div>
        {failure !== undefined && <p className={page.bad}>{failure}</p>}
        {data?.length === 0 && (
          <Empty icon={BarChart3} title="Nothing was used yet">
            <p>What agents use is counted from their first turn on.</p>
          </Empty>
        )}
        {data !== undefined && data.length > 0 && (
          <>
            <UsageChart
              items={by === "day" ? eachDay(data) : longest(data)}
              nameOf={nameOf}
              isByDay={by === "day"}
            />
            <UsageTable items={data} nameOf={nameOf} of={views[by]} />
          </>
        )}
      </div>
    </>
  );
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
