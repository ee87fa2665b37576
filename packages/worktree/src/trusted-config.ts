import { WorktreeError } from "./error.ts";
import { type Git, splitNul } from "./git.ts";

/** A program that the repository's own configuration would have git run. */
export interface ConfiguredProgram {
  /** As in `git config`, e.g. `filter.git-crypt.clean`. */
  readonly key: string;
  readonly value: string;
}

/** Decides whether git may run a program that the repository, not its user, configured. */
export type AllowProgram = (program: ConfiguredProgram) => boolean;

/** Filters run when files are read or written, merge drivers when branches are merged. Neither can be switched off. */
const PROGRAM_KEYS = "^(filter\\..*\\.(clean|smudge|process)|merge\\..*\\.driver)$";

/** Programs that reach a server or a credential. They run in a fetch or push alone. */
export const TRANSPORT_PROGRAMS =
  "^(core\\.(sshcommand|gitproxy|askpass)|credential\\.(.*\\.)?helper|remote\\..*\\.(uploadpack|receivepack|vcs))$";

/** Programs named in `.git/config` and what it includes, or in a worktree's own configuration. */
export async function configuredPrograms(
  git: Git,
  signal?: AbortSignal,
  keys = PROGRAM_KEYS,
): Promise<ConfiguredProgram[]> {
  const args = ["config", "--show-scope", "-z", "--get-regexp", keys];
  const { stdout } = await git.run(args, { accept: [0, 1], ...(signal && { signal }) });
  const fields = splitNul(stdout);
  const programs: ConfiguredProgram[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope, entry = ""] = [fields[at], fields[at + 1]];
    if (scope !== "local" && scope !== "worktree") continue;
    const split = entry.indexOf("\n");
    // A key without a value has no line end.
    const program =
      split === -1
        ? { key: entry, value: "" }
        : { key: entry.slice(0, split), value: entry.slice(split + 1) };
    if (program.value !== "") programs.push(program);
  }
  return programs;
}

/**
 * Refuses where git would run a program that the repository configured and nobody allowed. An agent that can commit
 * can also write `.git/config`; skipping the program instead would be worse, since it may be what encrypts the files.
 *
 * @throws WorktreeError `untrustedConfig`
 */
export async function refuseUntrustedPrograms(
  git: Git,
  allow: AllowProgram | undefined,
  signal?: AbortSignal,
  keys = PROGRAM_KEYS,
): Promise<void> {
  const programs = await configuredPrograms(git, signal, keys);
  const refused = programs.filter((program) => allow?.(program) !== true);
  if (refused.length === 0) return;
  const list = refused.map(({ key, value }) => `${key} = ${value}`).join("; ");
  throw new WorktreeError("untrustedConfig", `the repository's own configuration runs programs: ${list}`, {
    hint: "Read them, then allow them for this project, or remove them from .git/config.",
  });
}
