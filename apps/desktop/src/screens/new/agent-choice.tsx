import type { BackendItem } from "@nucleic/protocol/messages";
import page from "../../ui/page.module.css";
import styles from "./agent-choice.module.css";

export interface AgentChoiceProps {
  readonly usable: readonly BackendItem[];
  readonly chosen: readonly BackendItem[];
  readonly onChoose: (ids: readonly string[]) => void;
}

/** One agent or several: each of them gets the task, in a session of its own. */
export function AgentChoice({ usable, chosen, onChoose }: AgentChoiceProps) {
  const ids = chosen.map(({ id }) => id);
  return (
    <fieldset className={styles.agents}>
      <legend>Agents, each in a session of its own</legend>
      <div className={styles.list}>
        {usable.map(({ id, displayName, version }) => (
          <label key={id} className={styles.agent}>
            <input
              type="checkbox"
              checked={ids.includes(id)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...ids, id] : ids.filter((one) => one !== id))
              }
            />
            {displayName} <span className={page.about}>{version}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface MissingProps {
  readonly agents: readonly BackendItem[];
  readonly hasLooked: boolean;
}

/** Why it cannot be started as things are. */
export function Missing({ agents, hasLooked }: MissingProps) {
  if (agents.length === 0)
    return hasLooked ? (
      <p className={page.bad}>No agent was found on this machine: nucleic doctor says how to get one.</p>
    ) : null;
  return agents
    .filter(({ loggedIn }) => loggedIn === false)
    .map(({ id, displayName, hint }) => (
      <p key={id} className={page.bad}>
        {hint ?? `${displayName} is not logged in.`}
      </p>
    ));
}
