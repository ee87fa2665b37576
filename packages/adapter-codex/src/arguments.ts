import { realpath } from "node:fs/promises";
import { ancestorsOf, upToRepository } from "@nucleic/adapter-kit";
import { type TomlTable, tomlValue } from "./toml.ts";

/** What `[projects."<folder>"]` of a `config.toml` says of a folder. */
export type TrustLevel = "trusted" | "untrusted";

/** The value of `projects` in a configuration of Codex, by the real path of each folder. */
export type ProjectTrust = Readonly<Record<string, { readonly trust_level: TrustLevel }>>;

/** What the command line of any Codex program needs, `exec` and `app-server` alike. */
export interface CodexArgumentsOptions {
  /** Where the session works. The real path: Codex compares with nothing else. */
  readonly cwd: string;
  /** `SessionSpec.trusted`. */
  readonly trusted: boolean;
  /** Further settings. Each is laid over the user's own, tables key by key. No secrets: argv is public. */
  readonly config?: TomlTable;
}

/**
 * The `-c` arguments that settle, for one process, whether the repository's own configuration is loaded, without a word
 * in the user's `config.toml`. They stand after `codex exec` or `codex app-server`, before any other word.
 *
 * Measured on 0.171.0, with `codex exec` and `codex app-server`:
 * - Loaded are the `.codex/` folders from the working folder up to the root of the repository (the folder with `.git`;
 *   without one, of the working folder alone). Of a linked worktree they are the worktree's own, never the main
 *   checkout's. Each folder is judged by its own entry in `projects`, else by that of the root, else, for a worktree,
 *   by that of the main checkout: trust given there once would hold for every worktree. Folders are compared by real path.
 * - With no entry or an untrusted one, `config.toml`, hooks, MCP servers and rules of the folder are not loaded. Skills
 *   (`.codex/skills`, `.agents/skills`) always are. `AGENTS.md` is read but for an explicitly untrusted folder.
 * - `thread/start` of the app-server with `workspace-write` or `danger-full-access` writes `trust_level = "trusted"` for
 *   a folder that has no entry into the user's `config.toml`, and loads its configuration at once. With an entry, from
 *   wherever, it writes nothing. `exec` writes only with `--trust`, which is never given here.
 * - An entry of `-c` wins over the user's own. It has to be the inline table `projects={"/folder"={trust_level="…"}}`:
 *   the dotted form `projects."/folder".trust_level=…` is taken without complaint and has no effect.
 *
 * A process of the app-server that serves several folders needs it for each thread instead: give
 * `config: { projects: await projectTrust(cwd, trusted) }` with `thread/start`, `thread/resume` and `thread/fork`.
 *
 * For an untrusted folder Codex takes `approval_policy` for `untrusted` where none is given: always give one.
 */
export async function codexArguments({ cwd, trusted, config }: CodexArgumentsOptions): Promise<string[]> {
  return configArguments({ ...config, projects: await projectTrust(cwd, trusted) });
}

/**
 * An entry for every folder whose `.codex/` Codex may load for `cwd`, so that none is left for it, or for the user's own
 * entries, to decide: trusted up to the root of the repository; untrusted up to the root of the file system, since the
 * user's `project_root_markers` may move the root of the repository.
 */
export async function projectTrust(cwd: string, trusted: boolean): Promise<ProjectTrust> {
  const folders = ancestorsOf(await realpath(cwd));
  const covered = trusted ? await upToRepository(folders) : folders;
  const entry = { trust_level: trusted ? "trusted" : "untrusted" } as const;
  return Object.fromEntries(covered.map((folder) => [folder, entry]));
}

/** `-c key=value` for each entry. */
export function configArguments(config: TomlTable): string[] {
  return Object.entries(config).flatMap(([key, value]) => ["-c", `${key}=${tomlValue(value)}`]);
}
