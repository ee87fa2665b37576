import type { ProjectItem } from "@nucleic/protocol/messages";
import { type FormEvent, useState } from "react";
import { useHost } from "../../state/host.ts";
import { say, told } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import page from "../../ui/page.module.css";

export interface ProjectFormProps {
  readonly project: ProjectItem;
  readonly onSaved: () => void;
}

/** What is set for one project. */
export function ProjectForm({ project, onSaved }: ProjectFormProps) {
  const { client } = useHost();
  const [name, setName] = useState(project.name);
  const [defaultBranch, setBranch] = useState(project.defaultBranch);
  const [setupScript, setScript] = useState(project.setupScript ?? "");
  const [prewarm, setPrewarm] = useState(project.prewarm ?? 0);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const script = setupScript.trim();
    const args = { projectId: project.id, name, defaultBranch, prewarm, setupScript: script || null };
    if (!(await told(client.intent("configureProject", args)))) return;
    say({ tone: "plain", text: `${name} is saved` });
    onSaved();
  };
  return (
    <form className={page.section} onSubmit={(event) => void save(event)}>
      <div className={page.pair}>
        <label className={page.field}>
          <span>Name</span>
          <input value={name} required onChange={(event) => setName(event.target.value)} />
        </label>
        <label className={page.field}>
          <span>Branch that work goes into</span>
          <input value={defaultBranch} required onChange={(event) => setBranch(event.target.value)} />
        </label>
        <label className={page.field}>
          <span>Worktrees kept ready</span>
          <input
            type="number"
            min={0}
            max={8}
            value={prewarm}
            onChange={(event) => setPrewarm(event.target.valueAsNumber || 0)}
          />
        </label>
      </div>
      <label className={page.field}>
        <span>Script that sets a new worktree up</span>
        <textarea
          rows={2}
          value={setupScript}
          placeholder="npm ci"
          onChange={(event) => setScript(event.target.value)}
        />
      </label>
      <div>
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
}
