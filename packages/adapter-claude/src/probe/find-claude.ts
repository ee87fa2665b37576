import { open, realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { findExecutable } from "@nucleic/process";

/** The environment variable that names the program outright. */
export const EXECUTABLE_ENV = "NUCLEIC_CLAUDE";

/** The program, by option, `NUCLEIC_CLAUDE`, or PATH. */
export async function findClaude(
  executable: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const found = await findExecutable(executable ?? (env[EXECUTABLE_ENV] || "claude"), env);
  return found === undefined ? undefined : await nativeOf(found);
}

/**
 * The native program behind the npm package's launcher. Its install script normally puts the program in the launcher's
 * place; where scripts were not run, a Node launcher would stand between us and it, and swallow our signals.
 */
async function nativeOf(path: string): Promise<string> {
  const real = await realpath(path);
  if (!(await isScript(real))) return real;
  const root = await packageRoot(real);
  if (root === undefined) return real;
  const resolve = createRequire(join(root, "package.json")).resolve;
  for (const libc of ["", "-musl"]) {
    try {
      const manifest = resolve(
        `@anthropic-ai/claude-code-${process.platform}-${process.arch}${libc}/package.json`,
      );
      const native = await findExecutable(join(dirname(manifest), "claude"));
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

async function packageRoot(path: string): Promise<string | undefined> {
  for (let dir = dirname(path); dir !== dirname(dir); dir = dirname(dir)) {
    if (basename(dir) === "claude-code" && basename(dirname(dir)) === "@anthropic-ai")
      return (await stat(join(dir, "package.json")).catch(() => undefined)) ? dir : undefined;
  }
  return undefined;
}
