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
import { AgentChoice, Missing } from "./agent-choice.tsx";

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
  const [chosenBackends, setChosen] = useState<readonly string[]>([]);
  const [model, setModel] = useState("");
  const [isPolicy, setIsPolicy] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const project = projects.find(({ id }) => id === chosenProject) ?? projects[0];
  const usable = backends.filter(({ installed }) => installed);
  const usual = usable.find(({ id }) => id === project?.defaultBackend) ?? usable[0];
  const chosen = usable.filter(({ id }) => chosenBackends.includes(id));
  const agents = chosen.length > 0 || usual === undefined ? chosen : [usual];
  const canStart = !isBusy && agents.length > 0 && text.trim() !== "";
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (project === undefined || !canStart) return;
    setIsBusy(true);
    const asked = agents.map(({ id }) =>
      client.intent("start", {
        projectId: project.id as ProjectId,
        backend: id,
        ...(agents.length === 1 && model.trim() !== "" && { model: model.trim() }),
        approvals: { policy: isPolicy, otherwise: "ask" },
        input: { text: text.trim(), context: [] },
      }),
    );
    const areUp = await Promise.all(asked.map(told));
    const [only, ...more] = asked;
    if (only !== undefined && more.length === 0) {
      if (areUp[0]) goTo({ screen: "session", id: (await only).sessionId, tab: "transcript" });
    } else if (areUp.includes(true)) goTo({ screen: "board" });
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
        {agents.length < 2 && (
          <label className={page.field}>
            <span>Model</span>
            <input
              value={model}
              placeholder="the agent's own choice"
              onChange={(event) => setModel(event.target.value)}
            />
          </label>
        )}
      </div>
      <AgentChoice usable={usable} chosen={agents} onChoose={setChosen} />
      <label className={page.tick}>
        <input type="checkbox" checked={isPolicy} onChange={(event) => setIsPolicy(event.target.checked)} />
        Let my policy answer what it covers, and ask me for the rest
      </label>
      <Missing agents={agents} hasLooked={backends.length > 0} />
      <div className={page.line}>
        <Button look="main" type="submit" disabled={!canStart}>
          <Play size={14} aria-hidden="true" />{" "}
          {agents.length > 1 ? `Start ${agents.length} sessions` : "Start"}
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
