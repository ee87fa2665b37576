import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { runCommand } from "@nucleic/process";
import { type Clock, NucleicError, type ProbeResult } from "@nucleic/protocol/core";
import { claudeEnv } from "../session/environment.ts";
import { EXECUTABLE_ENV, findClaude } from "./find-claude.ts";
import { isLoggedIn } from "./login.ts";
import { parseVersion, VERSIONS, versionStatus } from "./version.ts";

type Env = Readonly<Record<string, string | undefined>>;

export const INSTALL_HINT = "npm install -g @anthropic-ai/claude-code";

const VERSION_TIMEOUT_MS = 30_000;

/** A program that can be started, and what is known of it. */
export interface Program {
  readonly path: string;
  readonly version: string | undefined;
}

/** Finds the program and asks it for its version, once for each file that stands at its path. */
export class Prober {
  readonly #executable: string | undefined;
  readonly #env: Env;
  readonly #clock: Clock;
  readonly #versions = new Map<string, string>();

  constructor(options: { executable: string | undefined; env: Env; clock: Clock }) {
    this.#executable = options.executable;
    this.#env = options.env;
    this.#clock = options.clock;
  }

  /** Never throws but for the signal: what is wrong is in the result, with what to do about it. */
  async probe(signal?: AbortSignal): Promise<ProbeResult> {
    const path = await findClaude(this.#executable, this.#env);
    if (path === undefined) return { installed: false, hint: this.#missingHint() };
    const { version, failure } = await this.#version(path, signal);
    const status = versionStatus(version);
    const loggedIn = await isLoggedIn(claudeEnv(this.#env));
    const hint = failure ?? hintFor(status, version, loggedIn);
    return {
      installed: true,
      path,
      ...(version !== undefined && { version }),
      versionStatus: status,
      ...(loggedIn !== undefined && { loggedIn }),
      ...(hint !== undefined && { hint }),
    };
  }

  /**
   * The program, fit to be started.
   * @throws NucleicError `notInstalled`, `tooOld`, `spawnFailed`
   */
  async require(signal?: AbortSignal): Promise<Program> {
    const path = await findClaude(this.#executable, this.#env);
    if (path === undefined)
      throw new NucleicError("notInstalled", "Claude Code was not found", { hint: this.#missingHint() });
    const { version, failure } = await this.#version(path, signal);
    if (failure !== undefined)
      throw new NucleicError("spawnFailed", "Claude Code does not tell its version", { hint: failure });
    const status = versionStatus(version);
    if (status === "unsupported")
      throw new NucleicError("tooOld", `Claude Code ${version} is older than ${VERSIONS.oldest}`, {
        hint: hintFor(status, version, true),
      });
    return { path, version };
  }

  async #version(path: string, signal?: AbortSignal): Promise<{ version?: string; failure?: string }> {
    const { mtimeMs, size, ino } = await stat(path);
    const key = `${path} ${ino} ${size} ${mtimeMs}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return { version: known };
    const result = await runCommand(path, ["--version"], {
      // Not the current folder: its settings are nobody's business yet.
      cwd: tmpdir(),
      env: claudeEnv(this.#env),
      timeoutMs: VERSION_TIMEOUT_MS,
      maxOutputBytes: 64 * 1024,
      clock: this.#clock,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    const version = result.ok ? parseVersion(result.stdout.toString("utf8")) : undefined;
    if (version === undefined) {
      const said = result.stderr.trim().split("\n").at(-1) ?? "";
      return { failure: `Run ${path} --version and see what it says${said ? `: ${said}` : ""}` };
    }
    this.#versions.set(key, version);
    return { version };
  }

  #missingHint(): string {
    const named = this.#executable ?? this.#env[EXECUTABLE_ENV];
    return named
      ? `There is no program at ${named}`
      : `Install it: ${INSTALL_HINT}, or set ${EXECUTABLE_ENV}`;
  }
}

function hintFor(
  status: ReturnType<typeof versionStatus>,
  version: string | undefined,
  loggedIn: boolean | undefined,
): string | undefined {
  if (status === "unsupported") return `Update it: ${INSTALL_HINT} (at least ${VERSIONS.oldest})`;
  if (loggedIn === false) return "Run claude once and log in, or set ANTHROPIC_API_KEY";
  if (status === "newer")
    return `${version} is newer than what this was tested with (${VERSIONS.tested.at(-1)})`;
  return undefined;
}
