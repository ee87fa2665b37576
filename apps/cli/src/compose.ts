import { openParts, type Parts } from "@nucleic/host";
import { agents, makeAgent } from "./agents.ts";
import type { Context } from "./context.ts";
import { dataDir } from "./data-dir.ts";

/** What a command works with that runs sessions by itself: the same parts that a host has. */
export interface App extends Parts, AsyncDisposable {}

/** Opens the data directory that the environment names. What an earlier process left is cleaned up and told. */
export async function openApp(context: Context): Promise<App> {
  const { clock, ids, env } = context;
  const dir = dataDir(env);
  const parts = await openParts({
    dataDir: dir,
    backends: agents(context, dir),
    makeBackend: (id) => makeAgent(id, context),
    clock,
    ids,
    env,
    onProblem: ({ message, code, hint }) =>
      void context.tell([`nucleic: ${message} [${code}]`, ...(hint === undefined ? [] : [`→ ${hint}`])]),
  });
  const { interrupted, reapedRuns } = parts.runtime.started;
  if (interrupted.length > 0)
    await context.tell(
      `an earlier nucleic died: ${interrupted.length} session(s) are interrupted now, ${reapedRuns.length} run(s) were ended`,
    );
  return { ...parts, [Symbol.asyncDispose]: () => parts.runtime.close() };
}
