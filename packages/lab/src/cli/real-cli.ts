import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import { LabError } from "../lab-error.ts";
import { cliCacheDir } from "./cache-dir.ts";
import { type CleanEnvironment, cleanEnvironment, type EnvironmentOptions } from "./clean-environment.ts";
import { installPackage } from "./install-package.ts";
import { type KnownCli, type KnownCliName, knownClis } from "./known-clis.ts";
import { nativePath, unpackNative } from "./native-program.ts";

/** Where to install, and how long to try. */
export interface RealCliOptions {
  /** Default: {@link cliCacheDir}. */
  readonly cacheDir?: string;
  readonly signal?: AbortSignal;
}

/** One exact version of a real CLI, installed and ready to be run. */
export interface RealCli {
  readonly name: KnownCliName;
  readonly version: string;
  /** Absolute path of its program. */
  readonly path: string;
  /** An environment with nothing of the caller's in it, and a home that is removed with it. */
  environment(options: EnvironmentOptions): Promise<CleanEnvironment>;
}

/**
 * The CLI in exactly that version, installed from the npm registry into a cache on first use.
 *
 * @throws LabError `unknownCli`, `npmMissing`, `installFailed`, `wrongVersion`
 */
export async function realCli(
  name: KnownCliName,
  version: string,
  options: RealCliOptions = {},
): Promise<RealCli> {
  const known: KnownCli = knownClis[name];
  if (!Object.hasOwn(knownClis, name))
    throw new LabError("unknownCli", `the lab does not know ${name}`, {
      hint: `known: ${Object.keys(knownClis).join(", ")}`,
    });
  const folder = join(options.cacheDir ?? cliCacheDir(), name, version);
  await installPackage({
    packageName: known.packageName,
    version,
    folder,
    scripts: known.native === undefined,
    verify: async (building) => {
      if (known.native) await unpackNative(known.native, building);
      await verify(known, version, building);
    },
    ...(options.signal && { signal: options.signal }),
  });
  return {
    name,
    version,
    path: await programPath(known, folder),
    environment: (about) => cleanEnvironment(known, about),
  };
}

/** Where the package's manifest says its program is: links in `node_modules/.bin` differ between systems. */
async function programPath(known: KnownCli, folder: string): Promise<string> {
  if (known.native) return nativePath(known.native, folder);
  const { bin } = await manifestOf(known, folder);
  const program = typeof bin === "string" ? bin : bin?.[known.bin];
  if (!program)
    throw new LabError("installFailed", `${known.packageName} has no program called ${known.bin}`);
  return join(packageRoot(known, folder), program);
}

interface Manifest {
  readonly version?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

const packageRoot = ({ packageName }: KnownCli, folder: string): string =>
  join(folder, "node_modules", packageName);

async function manifestOf(known: KnownCli, folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(packageRoot(known, folder), "package.json"), "utf8"));
}

/** It is what it was asked to be, by its own word where it gives one. */
async function verify(known: KnownCli, version: string, folder: string): Promise<void> {
  if (known.versionPattern) return verifySaid(known, known.versionPattern, version, folder);
  const installed = (await manifestOf(known, folder)).version;
  if (installed !== version)
    throw new LabError("wrongVersion", `${known.packageName} ${version} is ${installed} by its manifest`);
}

/** Runs `--version` once, in a clean environment: the program starts here. */
async function verifySaid(known: KnownCli, pattern: RegExp, version: string, folder: string): Promise<void> {
  await using place = await cleanEnvironment(known, { baseUrl: "http://127.0.0.1:9" });
  const program = await programPath(known, folder);
  const result = await runCommand(program, ["--version"], { cwd: place.home, env: place.env });
  const said = result.stdout.toString("utf8").trim();
  if (pattern.exec(said)?.[1] === version) return;
  throw new LabError(
    "wrongVersion",
    `${known.bin} ${version} says ${JSON.stringify(said || result.stderr.trim())} to --version`,
    { hint: "it may not run on this system; try it by hand", ...(result.error && { cause: result.error }) },
  );
}
