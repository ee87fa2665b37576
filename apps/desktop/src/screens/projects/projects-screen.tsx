import type { ProjectItem } from "@nucleic/protocol/messages";
import { useQuery } from "../../state/use-query.ts";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { ThemePicker } from "../../ui/theme-picker.tsx";
import { AddProject } from "./add-project.tsx";
import { Notifications } from "./notifications.tsx";
import { ProjectForm } from "./project-form.tsx";
import { RemovedSessions } from "./removed-sessions.tsx";

/** The repositories that agents work in, and what a person has set. */
export function ProjectsScreen() {
  const { data: projects, failure, again } = useQuery("projects", {});
  return (
    <>
      <ScreenHead title="Projects and settings" />
      <div className={page.body}>
        <section className={page.section}>
          <h2>Projects</h2>
          {failure !== undefined && <p className={page.bad}>{failure}</p>}
          <ul className={page.list}>
            {projects?.map((project) => (
              <li key={project.id} className={page.card}>
                <Project project={project} onChange={again} />
              </li>
            ))}
          </ul>
          <AddProject onAdded={again} />
        </section>
        <section className={page.section}>
          <h2>Notifications</h2>
          <Notifications />
        </section>
        <section className={page.section}>
          <h2>Appearance</h2>
          <div>
            <ThemePicker />
          </div>
        </section>
      </div>
    </>
  );
}

interface ProjectProps {
  readonly project: ProjectItem;
  readonly onChange: () => void;
}

function Project({ project, onChange }: ProjectProps) {
  return (
    <>
      <div className={page.line}>
        <strong className={page.grow}>{project.name}</strong>
        <span className={page.about}>{project.defaultBranch}</span>
      </div>
      <p className={page.path}>{project.rootPath}</p>
      <details>
        <summary>Settings</summary>
        <ProjectForm project={project} onSaved={onChange} />
      </details>
      <RemovedSessions projectId={project.id} />
    </>
  );
}
