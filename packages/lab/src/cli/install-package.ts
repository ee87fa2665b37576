import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findExecutable, runCommand } from "@nucleic/process";
import { systemClock } from "@nucleic/protocol";
import { LabError } from "../lab-error.ts";

const buildingPrefix = ".installing-";
const abandonedMs = 24 * 60 * 60 * 1000;

/** An exact version of a package, to be installed into a folder of its own. */
export interface PackageInstall {
  readonly packageName: string;
  readonly version: string;
  /** The folder that will hold its `node_modules`. It exists only when everything in it is complete. */
  readonly folder: string;
  /** Lets the package's own install script run. npm before 11.16 knows no such list and then runs every package's. */
  readonly installScript?: boolean;
  /** Completes and checks what was installed, in the folder given, before anybody else can see it; throws where it is not
   * good. */
  verify(folder: string): Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Installs a package with npm unless its folder is there already. It is built beside the folder and moved there in one
 * step: of several processes that install at once the first one's result stands, and the others drop theirs.
 *
 * @throws LabError `npmMissing`, `installFailed`, or what `verify` throws
 */
export async function installPackage(install: PackageInstall): Promise<void> {
  if (await exists(install.folder)) return;
  const parent = dirname(install.folder);
  await mkdir(parent, { recursive: true });
  await sweep(parent);
  const building = await mkdtemp(join(parent, buildingPrefix));
  try {
    await npmInstall(install, building);
    await install.verify(building);
    await moveInto(building, install.folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Removes what installs have left that were killed: nobody works on one of these for a day. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(buildingPrefix)) continue;
    const path = join(parent, name);
    const started = await stat(path).catch(() => undefined);
    if (started && started.mtimeMs < systemClock.now() - abandonedMs)
      await rm(path, { recursive: true, force: true });
  }
}

async function moveInto(building: string, folder: string): Promise<void> {
  try {
    await rename(building, folder);
  } catch (error) {
    // Another process was first: what it has put there was verified in the same way.
    if (!(await exists(folder))) throw error;
  }
}

async function npmInstall(
  { packageName, version, installScript = false, signal }: PackageInstall,
  prefix: string,
): Promise<void> {
  const env = npmEnvironment(process.env);
  const npm = await findExecutable("npm", env);
  if (!npm)
    throw new LabError(
      "npmMissing",
      `npm is not on the PATH, and ${packageName} comes from the npm registry`,
      {
        hint: "install Node.js with npm, or put npm on the PATH",
      },
    );
  const allowScripts = { [packageName]: installScript };
  await writeFile(join(prefix, "package.json"), JSON.stringify({ private: true, allowScripts }));
  const flags = [
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--loglevel=error",
    `--ignore-scripts=${!installScript}`,
  ];
  const result = await runCommand(
    npm,
    ["install", "--prefix", prefix, ...flags, `${packageName}@${version}`],
    {
      cwd: prefix,
      env,
      ...(signal && { signal }),
    },
  );
  signal?.throwIfAborted();
  if (result.ok) return;
  throw new LabError(
    "installFailed",
    `npm could not install ${packageName}@${version}: ${lastLines(result.stderr)}`,
    {
      hint: "check that the npm registry can be reached (npm ping) and that this version exists",
      ...(result.error && { cause: result.error }),
    },
  );
}

const handedDown =
  /^(path|home|userprofile|appdata|tmpdir|temp|tmp|lang|node_extra_ca_certs|ssl_cert_(file|dir)|(https?|no|all)_proxy|npm_config_(registry|fetch_\w+|userconfig|cafile|cache|proxy|https_proxy|noproxy))$/i;

/** What npm needs of the caller's environment: how to reach the registry, and nothing of a surrounding npm run. */
function npmEnvironment(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => (value && handedDown.test(name) ? [[name, value]] : [])),
  );
}

const lastLines = (text: string): string => text.trim().split("\n").slice(-4).join("\n");

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
