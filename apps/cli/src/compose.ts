import { ControlServer, readDisposition } from "@nucleic/control";
import { Worktrees } from "@nucleic/host";
import { openRuntime, type Runtime } from "@nucleic/runtime";
import { agents, makeAgent } from "./agents.ts";
import type { Context } from "./context.ts";
import { dataDir } from "./data-dir.ts";

/** The parts of nucleic that a command works with, put together here and nowhere else. */
export interface App extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
}

/** Opens the data directory that the environment names. What an earlier process left is cleaned up and told. */
export async function openApp(context: Context): Promise<App> {
  const { clock, ids, env } = context;
  const dir = dataDir(env);
  const runtime = await openRuntime({
    dataDir: dir,
    backends: agents(context, dir),
    makeBackend: (id) => makeAgent(id, context),
    clock,
    ids,
    setup: { env },
    control: new ControlServer({ clock }),
    readDisposition,
    onProblem: ({ message, code, hint }) =>
      void context.tell([`nucleic: ${message} [${code}]`, ...(hint === undefined ? [] : [`→ ${hint}`])]),
  });
  const { interrupted, reapedRuns } = runtime.started;
  if (interrupted.length > 0)
    await context.tell(
      `an earlier nucleic died: ${interrupted.length} session(s) are interrupted now, ${reapedRuns.length} run(s) were ended`,
    );
  return {
    runtime,
    worktrees: new Worktrees({ dataDir: dir, env, clock }),
    [Symbol.asyncDispose]: () => runtime.close(),
  };
}
