import type { ProjectId } from "@nucleic/protocol/core";
import type { BackendItem, ProjectItem } from "@nucleic/protocol/messages";
import { FolderGit2, Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useHost } from "../../state/host.ts";
import { goTo } from "../../state/route.ts";
import { told } from "../../state/toasts.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button, MainLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";

/** A task, and who does it where. */
export function NewScreen() {
  const projects = useQuery("projects", {}).data;
  const backends = useQuery("backends", {}).data;
  return (
    <>
      <ScreenHead
        title="New session"
        about="An agent in a worktree of its own. Your checkout stays as it is."
      />
      {projects?.length === 0 && (
        <Empty icon={FolderGit2} title="There is no project yet">
          <p>A project is a git repository on this machine.</p>
          <MainLink href="#/projects">Add one</MainLink>
        </Empty>
      )}
      {projects !== undefined && projects.length > 0 && (
        <TaskForm projects={projects} backends={backends ?? []} />
      )}
    </>
  );
}

interface TaskFormProps {
  readonly projects: readonly ProjectItem[];
  readonly backends: readonly BackendItem[];
}

function TaskForm({ projects, backends }: TaskFormProps) {
  const { client } = useHost();
  const [text, setText] = useState("");
  const [chosenProject, setProject] = useState<string>();
  const [chosenBackend, setBackend] = useState<string>();
  const [model, setModel] = useState("");
  const [isPolicy, setIsPolicy] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const project = projects.find(({ id }) => id === chosenProject) ?? projects[0];
  const usable = backends.filter(({ installed }) => installed);
  const backend = usable.find(({ id }) => id === (chosenBackend ?? project?.defaultBackend)) ?? usable[0];
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (project === undefined || backend === undefined || text.trim() === "") return;
    setIsBusy(true);
    const asked = client.intent("start", {
      projectId: project.id as ProjectId,
      backend: backend.id,
      ...(model.trim() !== "" && { model: model.trim() }),
      approvals: { policy: isPolicy, otherwise: "ask" },
      input: { text: text.trim(), context: [] },
    });
    if (await told(asked)) goTo({ screen: "session", id: (await asked).sessionId, tab: "transcript" });
    setIsBusy(false);
  };
  return (
    <form className={page.body} onSubmit={(event) => void start(event)}>
      <TaskField text={text} onChange={setText} />
      <div className={page.pair}>
        <Choice
          label="Project"
          value={project?.id}
          options={projects.map(({ id, name }) => [id, name])}
          onChoose={setProject}
        />
        <Choice
          label="Agent"
          value={backend?.id}
          options={usable.map(({ id, displayName, version }) => [
            id,
            version ? `${displayName} ${version}` : displayName,
          ])}
          onChoose={setBackend}
        />
        <label className={page.field}>
          <span>Model</span>
          <input
            value={model}
            placeholder="the agent's own choice"
            onChange={(event) => setModel(event.target.value)}
          />
        </label>
      </div>
      <label className={page.line}>
        <input type="checkbox" checked={isPolicy} onChange={(event) => setIsPolicy(event.target.checked)} />
        Let my policy answer what it covers, and ask me for the rest
      </label>
      <Missing backend={backend} hasLooked={backends.length > 0} />
      <div className={page.line}>
        <Button look="main" type="submit" disabled={isBusy || backend === undefined || text.trim() === ""}>
          <Play size={14} aria-hidden="true" /> Start
        </Button>
      </div>
    </form>
  );
}

interface TaskFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function TaskField({ text, onChange }: TaskFieldProps) {
  return (
    <label className={page.field}>
      <span>Task</span>
      <textarea
        rows={5}
        value={text}
        placeholder="What is to be done? The first line becomes the title."
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface MissingProps {
  readonly backend: BackendItem | undefined;
  readonly hasLooked: boolean;
}

/** Why it cannot be started as things are. */
function Missing({ backend, hasLooked }: MissingProps) {
  if (backend === undefined)
    return hasLooked ? (
      <p className={page.bad}>No agent was found on this machine: nucleic doctor says how to get one.</p>
    ) : null;
  if (backend.loggedIn !== false) return null;
  return <p className={page.bad}>{backend.hint ?? "It is not logged in."}</p>;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className={page.field}>
      <span>{label}</span>
      <select value={value ?? ""} onChange={(event) => onChoose(event.target.value)}>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
