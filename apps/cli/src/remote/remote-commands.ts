import { CliError } from "../cli-error.ts";

/** What can be said to a host on another machine. All else is about files, programs or keys of this one. */
const commands: ReadonlySet<string> = new Set([
  ...["ls", "show", "export", "diff", "done", "resume", "send", "attach", "interrupt", "stop"],
  ...["asks", "approve", "deny", "search", "usage", "integrate", "undo", "rm", "ship"],
  ...["run", "conflicts", "salvage ls", "notify"],
  ...["rules ls", "rules rm", "policy suggest", "policy try", "project ls"],
]);

/** What is about this machine whatever host is meant: the variable is not heeded there. */
const local: ReadonlySet<string> = new Set([
  "pair",
  "serve",
  "open",
  "doctor",
  "schema",
  "decode",
  "demo",
  "completion",
]);

export function isOfThisMachine(command: string): boolean {
  return local.has(command);
}

/** @throws CliError `localOnly` for a command that means something on this machine */
export function checkRemote(command: string): void {
  if (!commands.has(command))
    throw new CliError(
      "localOnly",
      `nucleic ${command} works on this machine, and not with --remote`,
      "run it on the host's machine",
    );
}
