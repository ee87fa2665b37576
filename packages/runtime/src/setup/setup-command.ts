import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is started for a script, and what is to be cleared away afterwards. */
export interface SetupCommand extends AsyncDisposable {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A script that begins with `#!` is given to that interpreter as a file; any other is shell text for `sh -e`: the first
 * command that fails ends it. The interpreter is started with the file's name, as the system would, so that a folder for
 * temporary files from which nothing may be executed is no hindrance.
 */
export async function setupCommand(script: string): Promise<SetupCommand> {
  const [, interpreter, argument] = /^#![ \t]*(\S+)(?:[ \t]+(.*\S))?[ \t]*(?:\r?\n|$)/.exec(script) ?? [];
  if (interpreter === undefined)
    return { command: "/bin/sh", args: ["-e", "-c", script], [Symbol.asyncDispose]: async () => undefined };
  const directory = await mkdtemp(join(tmpdir(), "nucleic-setup-"));
  const path = join(directory, "setup");
  await writeFile(path, script, { mode: 0o600, flag: "wx" });
  return {
    command: interpreter,
    args: [...(argument === undefined ? [] : [argument]), path],
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
