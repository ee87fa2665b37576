import { dirname, isAbsolute } from "node:path";
import { type CommandResult, runCommand } from "@nucleic/process";
import { GIT_ENVIRONMENT, withoutGitBindings } from "./environment.ts";
import { WorktreeError } from "./error.ts";

/** Of one command. */
export interface GitOptions {
  /** Variables of this one command, on top of the others. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Of stdout. More is a failure, or with `truncate` cut off. Default 64 MiB. */
  readonly maxOutputBytes?: number;
  readonly truncate?: boolean;
  /** Exit codes that are an answer, not a failure. Default: 0 alone. */
  readonly accept?: readonly number[];
}

/** How a command ended whose exit code was accepted. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** There was more output than `maxOutputBytes`. */
  readonly truncated: boolean;
}

/** Runs git in one directory. The only place of this package that does. */
export interface Git {
  readonly cwd: string;
  /** @throws WorktreeError `gitMissing`, `aborted`, `timedOut`, or `gitFailed` for an exit code not in `accept`. */
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** Standard output as text, without its last line end. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Standard output split at NUL. */
  fields(args: readonly string[], options?: GitOptions): Promise<string[]>;
  /** The same git in another directory, with more variables. */
  at(directory: string, env?: Readonly<Record<string, string>>): Git;
  /**
   * The same git at the top of a checkout. It looks for the repository there and nowhere above, so that a vanished
   * `.git` file is an error and never makes it act on a repository further up.
   */
  atTop(directory: string): Git;
}

/**
 * Configuration that wins over the repository's, which an agent can write. Without the first two a mere `git status`
 * runs a program of the repository's choice (git 2.39). The rest keeps git from working behind our back.
 */
const OVERRIDES = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "color.ui=false",
  "core.quotePath=false",
  "core.safecrlf=false",
  "core.splitIndex=false",
  "core.useReplaceRefs=false",
  "advice.detachedHead=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "i18n.commitEncoding=utf-8",
  "i18n.logOutputEncoding=utf-8",
  "submodule.recurse=false",
  "worktree.useRelativePaths=false",
  "merge.autoStash=false",
  "merge.verifySignatures=false",
].flatMap((entry) => ["-c", entry]);

const TIMEOUT_MS = 10 * 60_000;

/** Binds git to a directory and to the caller's environment, `process.env` by default. */
export function createGit(
  cwd: string,
  callerEnv: Readonly<Record<string, string | undefined>> = process.env,
): Git {
  const base = { ...withoutGitBindings(callerEnv), ...GIT_ENVIRONMENT };
  return bind(cwd, base);
}

function bind(cwd: string, base: Readonly<Record<string, string>>): Git {
  const run = async (args: readonly string[], options: GitOptions = {}): Promise<GitResult> => {
    const { accept = [0], env, input, signal, timeoutMs = TIMEOUT_MS, maxOutputBytes } = options;
    const result = await runCommand("git", ["--no-pager", ...OVERRIDES, ...args], {
      cwd,
      env: { ...base, ...env },
      timeoutMs,
      ...(input === undefined ? {} : { input }),
      ...(signal === undefined ? {} : { signal }),
      ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
    });
    const { code, stdout, stderr } = result;
    if (result.cause === "outputLimit" && options.truncate)
      return { code: 0, stdout, stderr, truncated: true };
    if (result.cause !== "exited" || code === undefined || !accept.includes(code)) {
      throw failure(args, cwd, result);
    }
    return { code, stdout, stderr, truncated: false };
  };
  return {
    cwd,
    run,
    async text(args, options) {
      const { stdout } = await run(args, options);
      const text = stdout.toString("utf8");
      return text.endsWith("\n") ? text.slice(0, -1) : text;
    },
    async fields(args, options) {
      return splitNul((await run(args, options)).stdout);
    },
    at: (directory, env) => bind(directory, { ...base, ...env }),
    atTop: (directory) => bind(directory, { ...base, ...ceiling(directory) }),
  };
}

function ceiling(top: string): Record<string, string> {
  const above = dirname(top);
  // The list is split at colons and cannot quote them.
  return isAbsolute(above) && !above.includes(":") ? { GIT_CEILING_DIRECTORIES: above } : {};
}

/** Splits what a `-z` option wrote, as bytes: names need not be UTF-8. */
export function splitNulBytes(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0, start);
    const end = found === -1 ? bytes.length : found;
    fields.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

/** Joins names for a `-z --stdin` option. */
export function joinNul(names: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(names.flatMap((name) => [Buffer.from(name), NUL]));
}

const NUL = Buffer.from([0]);

/** Splits what a `-z` option wrote, as text; no field for an empty output. */
export function splitNul(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const text = bytes.toString("utf8");
  return (text.endsWith("\0") ? text.slice(0, -1) : text).split("\0");
}

function failure(args: readonly string[], cwd: string, result: CommandResult): WorktreeError {
  const name = args.find((arg) => !arg.startsWith("-")) ?? "git";
  const { cause } = result;
  if (cause === "aborted") return new WorktreeError("aborted", `git ${name} was aborted`);
  if (cause === "timedOut") return new WorktreeError("timedOut", `git ${name} ran out of time`);
  if (cause === "spawnFailed") return notStarted(cwd, result.error);
  const words = result.stderr.trim() || `exit code ${result.code ?? result.signal ?? cause}`;
  return new WorktreeError("gitFailed", `git ${name} failed: ${words}`);
}

function notStarted(cwd: string, error: Error | undefined): WorktreeError {
  return new WorktreeError("gitMissing", `git could not be started in ${cwd}`, {
    hint: "Install git 2.38 or newer, see that it is on PATH, and that the directory exists.",
    cause: error,
  });
}
