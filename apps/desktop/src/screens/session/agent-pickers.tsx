import type { BackendItem, SessionItem } from "@nucleic/protocol/messages";
import { useModels } from "../../state/backends.ts";
import { useHost } from "../../state/host.ts";
import { choiceOf, type RunChoice } from "../../state/run-choices.ts";
import { told } from "../../state/toasts.ts";
import type { LogView } from "../../state/transcript/session-log.ts";
import { useStore } from "../../state/use-store.ts";
import styles from "./agent-pickers.module.css";

/** What was chosen since the agent last said what it runs with. */
export function useChoice(sessionId: string, started: LogView["started"]): RunChoice {
  const { since, ...choice } = useStore(choiceOf(sessionId));
  return since === started?.seq ? choice : {};
}

export interface AgentPickersProps {
  readonly session: SessionItem;
  readonly backend: BackendItem | undefined;
  readonly started: LogView["started"];
}

/** The mode and the model of a session's agent, where it tells which there are: at once, or when it is taken up again. */
export function AgentPickers({ session, backend, started }: AgentPickersProps) {
  const { client } = useHost();
  const chosen = useChoice(session.id, started);
  const models = useModels(backend);
  const modes = backend?.capabilities.canSetMode ? (backend.modes ?? []) : [];
  const about = { sessionId: session.id };
  const choose = (choice: RunChoice, asked: () => Promise<unknown>) => {
    const store = choiceOf(session.id);
    const since = started?.seq;
    store.set({ ...chosen, ...choice, since });
    if (session.isRunning)
      void told(asked()).then((isDone) => {
        if (!isDone) store.set({ ...chosen, since });
      });
  };
  return (
    <>
      <Picker
        label="Mode"
        value={chosen.mode ?? started?.mode}
        options={modes.map((mode) => [mode, modeName(mode)])}
        onChoose={(mode) => choose({ mode }, () => client.intent("setMode", { mode }, about))}
      />
      <Picker
        label="Model"
        value={chosen.model ?? session.model}
        options={models.map(({ id, displayName }) => [id, displayName ?? id])}
        onChoose={(model) => choose({ model }, () => client.intent("setModel", { model }, about))}
      />
    </>
  );
}

interface PickerProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}

function Picker({ label, value = "", options, onChoose }: PickerProps) {
  if (options.length === 0) return null;
  const isListed = options.some(([id]) => id === value);
  return (
    <select
      className={styles.picker}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {!isListed && (
        <option value={value} disabled>
          {value || label}
        </option>
      )}
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** `acceptEdits` as `Accept edits`. */
function modeName(mode: string): string {
  const words = mode
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
