/**
 * Variables by which a person tells git who they are and how to reach a server. All other `GIT_*` are dropped: a
 * hook or a parent git sets GIT_DIR, GIT_INDEX_FILE and their like, which win over the working directory.
 */
const KEPT = new Set([
  "GIT_AUTHOR_NAME",
  "GIT_AUTHOR_EMAIL",
  "GIT_COMMITTER_NAME",
  "GIT_COMMITTER_EMAIL",
  "GIT_ASKPASS",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CONFIG_SYSTEM",
  "GIT_EXEC_PATH",
  "GIT_LFS_SKIP_SMUDGE",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
]);

/** An environment without anything that would bind git to another repository. Also right for agents and hooks. */
export function withoutGitBindings(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (name.startsWith("GIT_") && !KEPT.has(name)) continue;
    kept[name] = value;
  }
  return kept;
}

/** What every git command of this package runs with, on top of what is left of the caller's environment. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  LANGUAGE: "",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_EDITOR: "true",
  GIT_PAGER: "cat",
  GIT_MERGE_AUTOEDIT: "no",
  // A partial clone may fetch at any time; `ext::` addresses, which are programs, are not for the repository to allow.
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
};
