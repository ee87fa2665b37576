import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localProcessHost, type ProcessHandle } from "@nucleic/process";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import type { Testimony } from "./testimony.ts";

/** When a life is killed from outside: after that many acknowledgements, and so many milliseconds. */
export interface Moment {
  readonly acks: number;
  readonly delayMs: number;
}

export interface LifeOptions {
  readonly dataDir: string;
  readonly seed: number;
  readonly life: number;
  readonly env: Readonly<Record<string, string>>;
  readonly moment: Moment | undefined;
}

const patienceMs = 60_000;

/** Runs one life to its end, whatever that is; what it acknowledged is in the testimony then. Gives how it ended. */
export async function live(
  options: LifeOptions,
  testimony: Testimony,
  clock: Clock = systemClock,
): Promise<string> {
  const { dataDir, seed, life, env, moment } = options;
  const child = spawnProgram("life.ts", [dataDir, String(seed), String(life)], env);
  const late = new AbortController();
  const tooLong = clock.sleep(patienceMs, late.signal).then(
    () => child.signal("SIGKILL"),
    () => false,
  );
  const lines: string[] = [];
  for await (const frame of child.lines) {
    if (frame.kind !== "line" || frame.unterminated) continue;
    lines.push(Buffer.from(frame.bytes).toString());
    if (lines.length === moment?.acks) void clock.sleep(moment.delayMs).then(() => child.signal("SIGKILL"));
  }
  const { code, signal, stderrTail } = await child.exited;
  late.abort();
  testimony.add(lines);
  if (await tooLong) testimony.acks.push({ a: "fault", what: "it hung" });
  if (code !== undefined && code !== 0 && env.CRASH_DISK === undefined)
    testimony.acks.push({ a: "fault", what: `exit code ${code}: ${stderrTail}` });
  return signal ?? `exit ${code}`;
}

/** Starts a program of this folder, on the packages' sources, or on what was built of them where NUCLEIC_BUILT says so. */
export function spawnProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ProcessHandle {
  return localProcessHost().spawn({
    command: process.execPath,
    args: [...packages, "--no-warnings", join(folder, name), ...args],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: cacheFolder, ...built, ...env },
    runId: randomUUID(),
    stdin: "ignore",
  });
}

const { NUCLEIC_BUILT } = process.env;
const packages = NUCLEIC_BUILT ? [] : ["--conditions=@nucleic/source"];
const built = NUCLEIC_BUILT ? { NUCLEIC_BUILT } : {};

const folder = fileURLToPath(new URL(".", import.meta.url));

/** The sources are compiled once, not once a life. */
export const cacheFolder = fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));
