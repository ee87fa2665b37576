import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { replayScript } from "./replay-agent.ts";

/** Agents that print at a steady pace, all fed by one process that is none of ours. */
export interface Fleet extends AsyncDisposable {
  /** A stand-in for Claude Code. Run in one of the folders, it is that one's agent; elsewhere, that of `FLEET_FEED`. */
  readonly agent: string;
  /** One for each agent. */
  readonly folders: readonly string[];
  /** Lets them print; resolves when they have, but for the last line. Whoever reads what an agent prints before has to wait. */
  print(): Promise<void>;
  /** Lets them print their last line and end. */
  finish(): void;
}

export interface FleetOptions {
  /** For the folders. */
  readonly dir: string;
  readonly agents: number;
  readonly linesPerSecond: number;
  readonly seconds: number;
  /** Lines of a stream as `writeStream` makes it: its first is printed first, its last at the end. */
  readonly stream: string;
}

/**
 * Makes a fleet. An agent is a shell that becomes `cat` of a named pipe in its folder, so that a hundred cost little; one
 * feeder writes into all the pipes, line by line, each a little later than the one before.
 */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { dir, agents, linesPerSecond, seconds, stream } = options;
  const folders = Array.from({ length: agents }, (_, i) => join(dir, `agent-${i}`));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await execa(
    "mkfifo",
    folders.map((folder) => join(folder, "feed")),
  );
  const agent = join(dir, "fleet-agent");
  // Run elsewhere, it is told whose agent it is.
  await writeFile(agent, replayScript(`\${FLEET_FEED:-feed}`));
  await chmod(agent, 0o755);
  const feeder = fileURLToPath(new URL("./feeder.ts", import.meta.url));
  const args = [feeder, stream, String(linesPerSecond), String(seconds), ...folders];
  const child = execa(process.execPath, args, {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
    reject: false,
  });
  // It holds every pipe open once it says so.
  await once(child.stdout, "data");
  return {
    agent,
    folders,
    async print() {
      child.stdin.write("go\n");
      await once(child.stdout, "data");
    },
    finish: () => void child.stdin.write("finish\n"),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child;
    },
  };
}
