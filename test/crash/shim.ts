import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { localProcessHost } from "@nucleic/process";
import type { Random } from "./random.ts";

/** A call into the system that fails in a process: the n-th write or sync of a file whose path contains `path`. */
export interface SystemFault {
  readonly path: string;
  readonly op: "write" | "sync";
  readonly n: number;
  /** That call alone, or all from then on. */
  readonly lasts: boolean;
  readonly what: "tear" | "kill" | "killed" | "short" | "EIO" | "ENOSPC";
}

/** Where a process can be made to fail below its own code: by LD_PRELOAD. Elsewhere failpoints within it have to do. */
export const hasShim = process.platform === "linux";

const folder = fileURLToPath(new URL(".", import.meta.url));
let built: Promise<string> | undefined;

/** The environment in which a process meets that fault. */
export async function faultEnvironment({ path, op, n, lasts, what }: SystemFault) {
  built ??= build();
  return {
    CRASH_DISK: "broken",
    CRASH_SHIM: `${path} ${op} ${n}${lasts ? "+" : ""} ${what}`,
    LD_PRELOAD: await built,
  };
}

export function randomFault(random: Random): SystemFault {
  const path = random.pick([
    ".jsonl",
    ".jsonl",
    ".jsonl",
    "nucleic.db-wal",
    "nucleic.db-wal",
    "nucleic.db",
    "/blobs/",
  ]);
  const op = random.pick(["write", "sync"] as const);
  const most = path === "/blobs/" ? 8 : path === ".jsonl" ? 80 : op === "write" ? 250 : 100;
  const what =
    op === "write"
      ? random.pick(["tear", "kill", "killed", "short", "EIO", "ENOSPC"] as const)
      : random.pick(["kill", "killed", "EIO", "ENOSPC"] as const);
  const lasts = (what === "EIO" || what === "ENOSPC") && random.chance(0.5);
  return { path, op, n: 1 + random.below(most), lasts, what };
}

/** Compiles it once for each content. @throws where there is no C compiler, with what to install. */
async function build(): Promise<string> {
  const source = `${folder}shim.c`;
  const hash = createHash("sha256")
    .update(await readFile(source))
    .digest("hex")
    .slice(0, 12);
  const cache = `${folder}node_modules/.cache`;
  const library = `${cache}/shim-${hash}.so`;
  if (await stat(library).catch(() => undefined)) return library;
  await mkdir(cache, { recursive: true });
  const aside = `${library}.${process.pid}`;
  const failure = await run("cc", ["-shared", "-fPIC", "-O1", "-Wall", "-o", aside, source, "-ldl"]);
  if (failure !== undefined)
    throw new Error(
      `the crash tests need a C compiler (.ci/packages, or apt-get install gcc libc6-dev): ${failure}`,
    );
  await rename(aside, library);
  return library;
}

/** What went wrong, if anything. */
export async function run(
  command: string,
  args: readonly string[],
  cwd = folder,
): Promise<string | undefined> {
  const env = { PATH: process.env.PATH ?? "" };
  const child = localProcessHost().spawn({ command, args, cwd, env, runId: randomUUID(), stdin: "ignore" });
  for await (const _frame of child.lines) void _frame;
  const { code, error, stderrTail } = await child.exited;
  return code === 0 ? undefined : `${command}: ${error?.message ?? stderrTail}`;
}
