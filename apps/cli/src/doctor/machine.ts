import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { findExecutable, runCommand } from "@nucleic/process";
import type { Check } from "./check.ts";

/** Oldest git that can merge without a checkout (`merge-tree --write-tree`), and oldest Node the packages are built for. */
const oldest = { git: [2, 38], node: [22, 18] } as const;

export function checkNode(version: string): Check {
  const name = "node";
  if (atLeast(version, oldest.node)) return { name, status: "ok", detail: version };
  return {
    name,
    status: "broken",
    detail: version,
    hint: `install Node.js ${oldest.node.join(".")} or newer`,
  };
}

export async function checkGit(
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Check> {
  const name = "git";
  const hint = `install git ${oldest.git.join(".")} or newer`;
  const path = env.PATH ?? "";
  const git = await findExecutable("git", { PATH: path });
  if (git === undefined) return { name, status: "broken", detail: "not found on PATH", hint };
  const result = await runCommand(git, ["--version"], {
    cwd: "/",
    env: { PATH: path, LC_ALL: "C" },
    signal,
    timeoutMs: 10_000,
  });
  const version = /\d+\.\d+(\.\d+)?/.exec(result.stdout.toString("utf8"))?.[0];
  if (!result.ok || version === undefined)
    return { name, status: "broken", detail: `${git} does not say its version`, hint };
  if (!atLeast(version, oldest.git)) return { name, status: "broken", detail: `${version} is too old`, hint };
  return { name, status: "ok", detail: `${version} (${git})` };
}

/** The data directory is this user's alone, and can be written to. One that is not there yet is made at the first run. */
export async function checkDataDirectory(dir: string): Promise<Check> {
  const name = "data directory";
  const found = await stat(dir).catch(() => undefined);
  if (!found) return checkParent(name, dir);
  if (!found.isDirectory())
    return {
      name,
      status: "broken",
      detail: `${dir} is not a folder`,
      hint: "move it away, or set NUCLEIC_HOME",
    };
  const writable = await access(dir, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return {
      name,
      status: "broken",
      detail: `${dir} cannot be written to`,
      hint: `chown it to you, or set NUCLEIC_HOME`,
    };
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    return { name, status: "broken", detail: `${dir} is open to others (${mode})`, hint: `chmod 700 ${dir}` };
  }
  return { name, status: "ok", detail: dir };
}

async function checkParent(name: string, dir: string): Promise<Check> {
  let parent = dirname(dir);
  while (!(await stat(parent).catch(() => undefined)) && dirname(parent) !== parent) parent = dirname(parent);
  const writable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (writable) return { name, status: "ok", detail: `${dir} (made at the first run)` };
  return {
    name,
    status: "broken",
    detail: `${dir} cannot be made`,
    hint: "set NUCLEIC_HOME to a folder of yours",
  };
}

/** Whether a dotted version is at least major.minor. */
export function atLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [a = 0, b = 0] = version.replace(/^v/, "").split(".").map(Number);
  return a > major || (a === major && b >= minor);
}
