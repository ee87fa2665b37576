import type { ForecastItem, ProjectItem, QueryResult } from "@nucleic/protocol/messages";
import { GitMerge, RotateCw } from "lucide-react";
import { useBoard } from "../../state/host.ts";
import { hrefOf } from "../../state/route.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictList } from "../../ui/conflict-list.tsx";
import { Empty } from "../../ui/empty.tsx";
import { plural } from "../../ui/format.ts";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";

/** What would come of bringing each session home as it stands, before anybody does. */
export function QueueScreen() {
  const projects = useQuery("projects", {}).data ?? [];
  return (
    <>
      <ScreenHead
        title="Merge queue"
        about="What would come of integrating each session as it stands. Nothing is changed by looking."
      />
      <div className={page.body}>
        {projects.map((project) => (
          <Forecast key={project.id} project={project} />
        ))}
      </div>
    </>
  );
}

function Forecast({ project }: { readonly project: ProjectItem }) {
  const { data, failure, again } = useQuery("conflicts", { projectId: project.id });
  return (
    <section className={page.section} aria-label={project.name}>
      <div className={page.line}>
        <h2 className={page.grow}>
          {project.name} <span className={page.about}>into {project.defaultBranch}</span>
        </h2>
        <Button look="quiet" onClick={again}>
          <RotateCw size={14} aria-hidden="true" /> Look again
        </Button>
      </div>
      {failure !== undefined && <p className={page.bad}>{failure}</p>}
      {data === undefined && failure === undefined && <p className={page.about}>Merging on trial…</p>}
      {data && <Found found={data} />}
    </section>
  );
}

function Found({ found }: { readonly found: QueryResult<"conflicts"> }) {
  const { sessions, pairs } = found;
  if (sessions.length === 0)
    return (
      <Empty icon={GitMerge} title="Nothing to merge">
        <p>No session of this project has a worktree.</p>
      </Empty>
    );
  return (
    <ul className={page.list}>
      {sessions.map((one) => (
        <li key={one.id} className={page.card}>
          <One forecast={one} />
          {pairs
            .filter((pair) => pair.sessions.includes(one.id))
            .map((pair) => (
              <div key={pair.sessions.join()}>
                <p className={page.bad}>
                  Conflicts with <SessionName id={pair.sessions.find((id) => id !== one.id) ?? ""} />
                </p>
                <ConflictList conflicts={pair.conflicts} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}

function One({ forecast }: { readonly forecast: ForecastItem }) {
  return (
    <>
      <div className={page.line}>
        <span className={page.grow}>
          <SessionName id={forecast.id} />
        </span>
        {forecast.outcome === "clean" && (
          <span className={page.good}>
            {forecast.paths.length === 0 ? "Nothing new" : `Clean, ${plural(forecast.paths.length, "file")}`}
          </span>
        )}
        {forecast.outcome === "conflicted" && (
          <span className={page.bad}>Conflicts with {forecast.target}</span>
        )}
      </div>
      {forecast.outcome === "conflicted" && <ConflictList conflicts={forecast.conflicts} />}
      {forecast.outcome === "unknown" && <p className={page.about}>{forecast.message}</p>}
    </>
  );
}

function SessionName({ id }: { readonly id: string }) {
  const title = useBoard()?.sessions.find((session) => session.id === id)?.title;
  return (
    <a className={page.link} href={hrefOf({ screen: "session", id, tab: "changes" })}>
      {title ?? "a session that was put away"}
    </a>
  );
}
