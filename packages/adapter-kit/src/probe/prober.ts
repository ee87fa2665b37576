import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { runCommand } from "@nucleic/process";
import { type Clock, NucleicError, type ProbeResult } from "@nucleic/protocol/core";
import { newestOf, type VersionRange, versionStatus } from "./version.ts";

type Env = Readonly<Record<string, string>>;

/** How one agent's program is found and asked about itself. */
export interface ProbedProgram {
  /** For people, as in "Claude Code was not found". */
  readonly displayName: string;
  /** What was named outright, by option or variable; for the hint where it is not there. */
  readonly named: string | undefined;
  /** The environment variable that names the program. */
  readonly executableEnv: string;
  readonly installHint: string;
  /** What to do where there are no credentials. */
  readonly loginHint: string;
  /** Absent: every version will do. */
  readonly versions?: VersionRange;
  /** Finds the program. */
  find(): Promise<string | undefined>;
  /** What the program is run with. */
  environment(): Env;
  /** Default `--version`. */
  readonly versionArgs?: readonly string[];
  /** The version in what it then prints. */
  parseVersion(stdout: string): string | undefined;
  /** For a program that has no such flag: finds its version otherwise, or answers that it can't be known. */
  readVersion?(path: string): Promise<string | undefined>;
  /** Whether credentials are there, without a request. `undefined` where that cannot be known. */
  isLoggedIn(path: string): Promise<boolean | undefined>;
}

/** A program that can be started, and what is known of it. */
export interface Program {
  readonly path: string;
  readonly version: string | undefined;
}

const VERSION_TIMEOUT_MS = 30_000;

/** Finds the program and asks it for its version, once for each file that stands at its path. */
export class Prober {
  readonly #program: ProbedProgram;
  readonly #clock: Clock;
  readonly #versions = new Map<string, string>();

  constructor(program: ProbedProgram, clock: Clock) {
    this.#program = program;
    this.#clock = clock;
  }

  /** Never throws but for the signal: what is wrong is in the result, with what to do about it. */
  async probe(signal?: AbortSignal): Promise<ProbeResult> {
    const path = await this.#program.find();
    if (path === undefined) return { installed: false, hint: this.#missingHint() };
    const { version, failure } = await this.#version(path, signal);
    const status = this.#status(version);
    const loggedIn = await this.#program.isLoggedIn(path);
    const hint = failure ?? this.#hint(status, version, loggedIn);
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
    const { displayName, versions } = this.#program;
    const path = await this.#program.find();
    if (path === undefined)
      throw new NucleicError("notInstalled", `${displayName} was not found`, { hint: this.#missingHint() });
    const { version, failure } = await this.#version(path, signal);
    if (failure !== undefined)
      throw new NucleicError("spawnFailed", `${displayName} does not tell its version`, { hint: failure });
    const status = this.#status(version);
    if (status === "unsupported")
      throw new NucleicError("tooOld", `${displayName} ${version} is older than ${versions?.oldest}`, {
        hint: this.#hint(status, version, true),
      });
    return { path, version };
  }

  #status(version: string | undefined): ReturnType<typeof versionStatus> {
    const { versions } = this.#program;
    return versions ? versionStatus(version, versions) : "unknown";
  }

  async #version(path: string, signal?: AbortSignal): Promise<{ version?: string; failure?: string }> {
    const { mtimeMs, size, ino } = await stat(path);
    const key = `${path} ${ino} ${size} ${mtimeMs}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return { version: known };
    if (this.#program.readVersion) {
      const read = await this.#program.readVersion(path);
      if (read !== undefined) this.#versions.set(key, read);
      return read === undefined ? {} : { version: read };
    }
    const args = this.#program.versionArgs ?? ["--version"];
    const result = await runCommand(path, args, {
      // Not the current folder: its settings are nobody's business yet.
      cwd: tmpdir(),
      env: this.#program.environment(),
      timeoutMs: VERSION_TIMEOUT_MS,
      maxOutputBytes: 64 * 1024,
      clock: this.#clock,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    const version = result.ok ? this.#program.parseVersion(result.stdout.toString("utf8")) : undefined;
    if (version === undefined) {
      const said = result.stderr.trim().split("\n").at(-1) ?? "";
      return { failure: `Run ${[path, ...args].join(" ")} and see what it says${said ? `: ${said}` : ""}` };
    }
    this.#versions.set(key, version);
    return { version };
  }

  #missingHint(): string {
    const { named, installHint, executableEnv } = this.#program;
    return named ? `There is no program at ${named}` : `Install it: ${installHint}, or set ${executableEnv}`;
  }

  #hint(
    status: ReturnType<typeof versionStatus>,
    version: string | undefined,
    loggedIn: boolean | undefined,
  ): string | undefined {
    const { installHint, loginHint, versions } = this.#program;
    if (status === "unsupported") return `Update it: ${installHint} (at least ${versions?.oldest})`;
    if (loggedIn === false) return loginHint;
    if (status === "newer" && versions)
      return `${version} is newer than what this was tested with (${newestOf(versions)})`;
    return undefined;
  }
}
