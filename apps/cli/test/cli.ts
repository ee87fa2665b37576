import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "@nucleic/process";
import { makeDemoRepository } from "../src/demo/repository.ts";

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The program itself: as it was built where NUCLEIC_BUILT says that it was, which starts in half the time; else from source. */
export const entry = process.env.NUCLEIC_BUILT
  ? [pathOf("dist/cli.js")]
  : ["--conditions=@nucleic/source", "--disable-warning=ExperimentalWarning", pathOf("src/cli.ts")];

const compileCache = pathOf("node_modules/.cache/compile");

/** How one command ended. */
export interface Ended {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON, a value a line. */
  readonly json: readonly Record<string, unknown>[];
}

/** A place of its own for a test: a repository, a data directory, and nothing of this machine's user. */
export class Place implements AsyncDisposable {
  readonly dir: string;
  readonly repository: string;
  readonly home: string;

  private constructor(dir: string) {
    this.dir = dir;
    this.repository = join(dir, "repository");
    this.home = join(dir, "data");
  }

  static async make(): Promise<Place> {
    const place = new Place(await mkdtemp(join(tmpdir(), "nucleic-cli-")));
    await makeDemoRepository(place.repository, process.env.PATH ?? "", AbortSignal.timeout(30_000));
    return place;
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      HOME: this.dir,
      NUCLEIC_HOME: this.home,
      // Started a hundred times: compiled once.
      NODE_COMPILE_CACHE: compileCache,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    };
  }

  /** Runs `nucleic` with these arguments in the repository, or where `cwd` says. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const result = await runCommand(process.execPath, [...entry, ...args], {
      cwd: options.cwd ?? this.repository,
      env: { ...this.env, ...options.env },
      timeoutMs: 60_000,
      ...(options.stdin !== undefined && { input: options.stdin }),
    });
    const stdout = result.stdout.toString("utf8");
    return {
      code: result.code,
      stdout,
      stderr: result.stderr,
      get json() {
        return parseLines(stdout);
      },
    };
  }

  async git(...args: string[]): Promise<string> {
    const options = { cwd: this.repository, env: this.env, timeoutMs: 30_000 };
    const result = await runCommand("git", args, options);
    if (!result.ok) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return result.stdout.toString("utf8").trim();
  }

  /** Writes a file of the repository. */
  async edit(path: string, content: string): Promise<void> {
    await mkdir(dirname(join(this.repository, path)), { recursive: true });
    await writeFile(join(this.repository, path), content);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
}

function parseLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
