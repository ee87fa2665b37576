import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findHost } from "@nucleic/host";
import { RUN_MARKER, startDetached } from "@nucleic/process";
import { HostError } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";

const startTimeoutMs = 20_000;
const lookEveryMs = 50;

/** Starts a host that outlives this command, unless one runs. @throws HostError `unreachable` */
export async function ensureHost(context: Context): Promise<void> {
  const dir = dataDir(context.env);
  if (await findHost(dir)) return;
  const logs = join(dir, "logs");
  await mkdir(logs, { recursive: true, mode: 0o700 });
  const outputPath = join(logs, "host.out");
  await startDetached({
    command: process.execPath,
    args: [...process.execArgv, process.argv[1] ?? "", "serve", "--idle-exit", "900"],
    cwd: dir,
    env: environment(context.env),
    outputPath,
  });
  const until = context.clock.monotonicMs() + startTimeoutMs;
  while ((await findHost(dir)) === undefined) {
    if (context.clock.monotonicMs() > until)
      throw new HostError({
        code: "unreachable",
        message: "the host was started, and did not come up",
        hint: `what it said is in ${outputPath}`,
      });
    await context.clock.sleep(lookEveryMs, context.signals.ending);
  }
}

/** What agents and git inherit from the host is what this terminal has; but it belongs to no run. */
function environment(env: Context["env"]): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== RUN_MARKER,
  );
  return Object.fromEntries(entries);
}
