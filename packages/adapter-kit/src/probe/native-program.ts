import { open, realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findExecutable } from "@nucleic/process";

/** Where npm puts the native program of an agent. */
export interface NpmLayout {
  /** The package whose launcher stands on the PATH, as `@scope/name`. */
  readonly packageName: string;
  /** Packages that may hold the program for this platform, each with its path inside; the first that is there is taken. */
  readonly natives: readonly { readonly packageName: string; readonly path: string }[];
}

/**
 * The native program behind an npm package's launcher: a Node launcher would stand between us and it, cost a start of
 * Node and swallow our signals. What is no script, or a script of the user's own, is answered as it is, by its real path.
 */
export async function nativeProgram(path: string, layout: NpmLayout): Promise<string> {
  const real = await realpath(path);
  if (!(await isScript(real))) return real;
  const root = await packageRoot(real, layout.packageName);
  if (root === undefined) return real;
  const resolve = createRequire(join(root, "package.json")).resolve;
  for (const { packageName, path: inside } of layout.natives) {
    try {
      const manifest = resolve(`${packageName}/package.json`);
      const native = await findExecutable(join(dirname(manifest), inside));
      if (native) return native;
    } catch {
      // Not installed for this platform: the launcher itself will say what is missing.
    }
  }
  return real;
}

async function isScript(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString("latin1") === "#!";
}

async function packageRoot(path: string, packageName: string): Promise<string | undefined> {
  for (let dir = dirname(path); dir !== dirname(dir); dir = dirname(dir)) {
    if (dir.endsWith(join("/", packageName)))
      return (await stat(join(dir, "package.json")).catch(() => undefined)) ? dir : undefined;
  }
  return undefined;
}
