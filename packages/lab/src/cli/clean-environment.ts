import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { KnownCli } from "./known-clis.ts";

/** What one run needs to be told. */
export interface EnvironmentOptions {
  /** The scripted model's address. */
  readonly baseUrl: string;
  /** Further variables; they win. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** The whole environment of one run, and the folder that goes with it. Disposing of it removes the folder. */
export interface CleanEnvironment extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** The throwaway HOME: a real path, with no links in it. */
  readonly home: string;
}

/** PATH, an empty HOME, a dummy key and what keeps the CLI from the network. Nothing else is handed down. */
export async function cleanEnvironment(
  known: KnownCli,
  options: EnvironmentOptions,
): Promise<CleanEnvironment> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "nucleic-lab-")));
  const temporary = join(home, "tmp");
  await mkdir(temporary);
  const { env, files = {} } = known.setup(options.baseUrl, home);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  return {
    env: { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: temporary, ...env, ...options.extra },
    home,
    // A CLI that has just been killed may still be writing into it.
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
