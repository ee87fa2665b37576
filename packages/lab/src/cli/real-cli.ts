import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
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
async function programPath({ packageName, bin, native }: KnownCli, folder: string): Promise<string> {
  if (native) return nativePath(native, folder);
  const root = join(folder, "node_modules", packageName);
  const manifest: { bin?: string | Record<string, string> } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const program = typeof manifest.bin === "string" ? manifest.bin : manifest.bin?.[bin];
  if (!program) throw new LabError("installFailed", `${packageName} has no program called ${bin}`);
  return join(root, program);
}

/** Runs `--version` once, with an empty home: the program starts here and is what it was asked to be. */
async function verify(known: KnownCli, version: string, folder: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "nucleic-lab-"));
  try {
    const env = { PATH: process.env.PATH ?? "", HOME: home, ...known.setup("http://127.0.0.1:9", home).env };
    const result = await runCommand(await programPath(known, folder), ["--version"], { cwd: home, env });
    const said = result.stdout.toString("utf8").trim();
    if (known.versionPattern.exec(said)?.[1] === version) return;
    throw new LabError(
      "wrongVersion",
      `${known.bin} ${version} says ${JSON.stringify(said || result.stderr.trim())} to --version`,
      { hint: "it may not run on this system; try it by hand", ...(result.error && { cause: result.error }) },
    );
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
