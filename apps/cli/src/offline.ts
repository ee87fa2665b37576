import { findHost, openParts } from "@nucleic/host";
import type { Runtime } from "@nucleic/runtime";
import { agents, makeAgent } from "./agents.ts";
import { CliError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import { dataDir } from "./data-dir.ts";

/**
 * Opens the data directory without being its host, for what mends it: a host may not come up on it.
 * @throws CliError `hostRunning`: what is mended under a host is not what it has in its memory
 */
export async function openOffline(context: Context): Promise<Runtime> {
  const { clock, ids, env } = context;
  const dir = dataDir(env);
  const host = await findHost(dir);
  if (host)
    throw new CliError(
      "hostRunning",
      `a host runs for ${dir} (process ${host.pid})`,
      "end it first: this mends what nobody uses",
    );
  const { runtime } = await openParts({
    dataDir: dir,
    backends: agents(context, dir),
    makeBackend: (id) => makeAgent(id, context),
    clock,
    ids,
    env,
    onProblem: ({ message, code, hint }) =>
      void context.tell([`nucleic: ${message} [${code}]`, ...(hint === undefined ? [] : [`→ ${hint}`])]),
  });
  return runtime;
}

/** Says that a host runs, where files are looked at that it may be writing. */
export async function tellOfHost(context: Context): Promise<void> {
  const host = await findHost(dataDir(context.env));
  if (host)
    await context.tell(`a host runs (process ${host.pid}): what it is writing now may look unfinished here`);
}
