import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findHost } from "@nucleic/host";
import { RUN_MARKER, startDetached } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import { HostClient, HostError, webSocketTo } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";

const startTimeoutMs = 20_000;
const lookEveryMs = 50;
/** A host that was killed does not come back by itself: a few seconds tell. */
const maxAttempts = 4;

/** A client of the host of this data directory; `undefined` where none runs. */
export async function connectToHost(context: Context): Promise<HostClient | undefined> {
  const dir = dataDir(context.env);
  return (await findHost(dir)) && clientOf(dir, context.clock);
}

/** The same; where none runs, one is started, and it outlives this command. @throws HostError `unreachable` */
export async function connectOrStartHost(context: Context): Promise<HostClient> {
  const running = await connectToHost(context);
  if (running) return running;
  const dir = dataDir(context.env);
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
  return clientOf(dir, context.clock);
}

/** The host of this data directory, which has to run. @throws HostError `unreachable` */
export async function connectToRunningHost(context: Context): Promise<HostClient> {
  const client = await connectToHost(context);
  if (client) return client;
  throw new HostError({
    code: "unreachable",
    message: "no host runs for this data directory",
    hint: "nucleic serve starts one; nucleic run -d starts one by itself",
  });
}

/** Looks for the host again at each attempt: one that was started anew is somewhere else. */
function clientOf(dir: string, clock: Clock): HostClient {
  return new HostClient({
    name: "cli",
    clock,
    maxAttempts,
    async connect(signal) {
      const found = await findHost(dir);
      if (found) return webSocketTo(found)(signal);
      throw new HostError({ code: "unreachable", message: "the host has gone down" });
    },
  });
}

/** What agents and git inherit from the host is what this terminal has; but it belongs to no run. */
function environment(env: Context["env"]): Record<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== RUN_MARKER,
  );
  return Object.fromEntries(entries);
}
