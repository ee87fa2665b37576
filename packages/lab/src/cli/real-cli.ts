import { join } from "node:path";
import { LabError } from "../lab-error.ts";
import { cliCacheDir } from "./cache-dir.ts";
import { type CleanEnvironment, cleanEnvironment, type EnvironmentOptions } from "./clean-environment.ts";
import { installPackage } from "./install-package.ts";
import { type KnownCli, type KnownCliName, knownClis } from "./known-clis.ts";
import { unpackNative } from "./native-program.ts";
import { programPath, verifyInstall } from "./verify-install.ts";

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
    installScript: known.installScript ?? false,
    verify: async (building) => {
      if (known.native) await unpackNative(known.native, building);
      await verifyInstall(known, version, building);
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
