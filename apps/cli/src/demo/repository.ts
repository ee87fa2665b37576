import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandResult, runCommand } from "@nucleic/process";
import { demoFile, demoSource } from "./files.ts";

/** Makes a git repository with one small program in it, of nobody's configuration. */
export async function makeDemoRepository(dir: string, path: string, signal: AbortSignal): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, demoFile), demoSource);
  const identity = {
    GIT_AUTHOR_NAME: "nucleic demo",
    GIT_AUTHOR_EMAIL: "demo@localhost",
    GIT_COMMITTER_NAME: "nucleic demo",
    GIT_COMMITTER_EMAIL: "demo@localhost",
  };
  const env = {
    PATH: path,
    HOME: dir,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...identity,
  };
  for (const args of [
    ["init", "--quiet", "--initial-branch=main"],
    ["config", "user.name", "nucleic demo"],
    ["config", "user.email", "demo@localhost"],
    ["add", demoFile],
    ["commit", "--quiet", "--message=A curt greeting"],
  ])
    ensure(args, await runCommand("git", args, { cwd: dir, env, signal, timeoutMs: 30_000 }));
}

function ensure(args: readonly string[], result: CommandResult): void {
  if (!result.ok) throw new Error(`git ${args[0]} failed: ${result.stderr.trim() || result.cause}`);
}
