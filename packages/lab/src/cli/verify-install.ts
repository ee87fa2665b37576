import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import { LabError } from "../lab-error.ts";
import { cleanEnvironment } from "./clean-environment.ts";
import type { KnownCli } from "./known-clis.ts";
import { nativePath } from "./native-program.ts";

/** Where the package's manifest says its program is: links in `node_modules/.bin` differ between systems. */
export async function programPath(known: KnownCli, folder: string): Promise<string> {
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

/**
 * What was installed is what was asked for, by its own word where it gives one.
 *
 * @throws LabError `wrongVersion`
 */
export async function verifyInstall(known: KnownCli, version: string, folder: string): Promise<void> {
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
