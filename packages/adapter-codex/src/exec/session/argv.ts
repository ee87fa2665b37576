/** What the command line of one process is made of. No secrets: every user of the machine can see it. */
export interface ExecArgvOptions {
  /** From `codexArguments`. */
  readonly common: readonly string[];
  readonly mode: string;
  readonly model: string | undefined;
  readonly addDirs: readonly string[];
  readonly images?: readonly string[];
  /** What becomes of an earlier thread; absent, a new one begins. */
  readonly thread?: { readonly do: "resume" | "fork"; readonly id: string } | undefined;
}

/**
 * The arguments of a process. `fork` alone makes the fork and asks the model nothing (0.171.0); any other takes its
 * prompt from stdin.
 *
 * The repository check is skipped: it stands in for a person's consent to work in a folder, which is given elsewhere
 * here, and whether the folder's own configuration is loaded is settled by `common`.
 */
export function execArgv({ common, mode, model, addDirs, images = [], thread }: ExecArgvOptions): string[] {
  return [
    "exec",
    // It takes as many words as follow, so options have to.
    ...images.flatMap((path) => ["-i", path]),
    ...["--json", "--color", "never", "--skip-git-repo-check"],
    ...["-s", mode],
    ...addDirs.flatMap((dir) => ["--add-dir", dir]),
    ...(model === undefined ? [] : ["-m", model]),
    ...common,
    // `exec resume` knows neither sandbox nor folders, and takes them from `exec`.
    ...(thread ? [thread.do, thread.id] : []),
    ...(thread?.do === "fork" ? [] : ["-"]),
  ];
}
