import { agentEnv } from "@nucleic/process";

/** What a set-up script is told beside what every agent may see. */
export interface SetupPlace {
  readonly from: Readonly<Record<string, string | undefined>>;
  /** Given on purpose; wins over `from`. */
  readonly set?: Readonly<Record<string, string>> | undefined;
  readonly worktree: string;
  readonly projectRoot: string;
  readonly branch: string;
}

/**
 * The environment of a set-up script: that of an agent, and where it stands. `NUCLEIC_*` is kept from agents because a
 * host's tokens and handles bear such names; these three are set here and bear only names that the script could ask git for.
 * They end with the script: the agent, which is started afterwards, does not have them.
 */
export function setupEnvironment({
  from,
  set,
  worktree,
  projectRoot,
  branch,
}: SetupPlace): Record<string, string> {
  return {
    ...agentEnv({ from, ...(set && { set }) }),
    NUCLEIC_WORKTREE: worktree,
    NUCLEIC_PROJECT_ROOT: projectRoot,
    NUCLEIC_BRANCH: branch,
  };
}
