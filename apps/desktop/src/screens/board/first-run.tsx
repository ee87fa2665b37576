import type { BackendItem } from "@nucleic/protocol/messages";
import { useQuery } from "../../state/use-query.ts";
import { MainLink } from "../../ui/button.tsx";
import page from "../../ui/page.module.css";
import { AddProject } from "../projects/add-project.tsx";
import styles from "./first-run.module.css";

/** What a person needs before the first session: an agent, a repository, a task. */
export function FirstRun() {
  const backends = useQuery("backends", {});
  const projects = useQuery("projects", {});
  const hasAgent = backends.data?.some(({ installed }) => installed) === true;
  const hasProject = projects.data !== undefined && projects.data.length > 0;
  return (
    <div className={page.body}>
      <section className={page.section}>
        <h2>No agent has worked here yet</h2>
        <p className={page.about}>
          Each session is an agent in a worktree of its own: your checkout stays as it is, and several work
          side by side. What they ask waits for you.
        </p>
      </section>
      <ol className={styles.steps}>
        <Step title="An agent" isDone={hasAgent}>
          {backends.data === undefined ? (
            <p className={page.about}>{backends.failure ?? "Looking for the agents on this machine…"}</p>
          ) : (
            <Agents backends={backends.data} onAgain={backends.again} />
          )}
        </Step>
        <Step title="A repository" isDone={hasProject}>
          <ul className={page.list}>
            {projects.data?.map(({ id, name, rootPath }) => (
              <li key={id} className={page.line}>
                <strong>{name}</strong>
                <span className={page.path}>{rootPath}</span>
              </li>
            ))}
          </ul>
          <AddProject onAdded={projects.again} />
        </Step>
        <Step title="A task" isDone={false}>
          <p className={page.about}>Give the same task to two agents, and keep the better work.</p>
          {hasAgent && hasProject && (
            <div>
              <MainLink href="#/new">Start the first session</MainLink>
            </div>
          )}
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: React.ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className={page.card}>
      <h3 className={styles.title}>
        {title} {isDone && <span className={page.good}>there</span>}
      </h3>
      {children}
    </li>
  );
}

interface AgentsProps {
  readonly backends: readonly BackendItem[];
  readonly onAgain: () => void;
}

function Agents({ backends, onAgain }: AgentsProps) {
  const missing = backends.filter(({ installed }) => !installed);
  return (
    <>
      <ul className={page.list}>
        {backends
          .filter(({ installed }) => installed)
          .map(({ id, displayName, version, loggedIn, hint }) => (
            <li key={id} className={page.line}>
              <strong>{displayName}</strong>
              <span className={page.about}>{version}</span>
              {loggedIn === false && <span className={page.bad}>{hint ?? "It is not logged in."}</span>}
            </li>
          ))}
      </ul>
      {missing.length > 0 && (
        <details>
          <summary>Others, and how to get them</summary>
          <ul className={page.list}>
            {missing.map(({ id, displayName, installHint }) => (
              <li key={id} className={page.line}>
                <span>{displayName}</span>
                <span className={page.about}>{installHint}</span>
              </li>
            ))}
          </ul>
          <button type="button" className={styles.again} onClick={onAgain}>
            Look again
          </button>
        </details>
      )}
    </>
  );
}
