import { localProcessHost, type ProcessHost } from "@nucleic/process";
import { type AgentBackend, type Clock, createIds, type Ids, systemClock } from "@nucleic/protocol/core";
import { codexProber } from "../../probe/prober.ts";
import { inspectProject } from "../../trust/inspect.ts";
import { EXEC_DESCRIPTION } from "./description.ts";
import { type ExecContext, startExecRun } from "./start.ts";

/** Where the program is and what it runs on. All have defaults. */
export interface CodexExecBackendOptions {
  /** The program to run. Default: `NUCLEIC_CODEX`, else `codex` on the PATH. */
  readonly executable?: string;
  /** Where the program runs. Default: this machine. */
  readonly processHost?: ProcessHost;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** What the program's environment is chosen from. Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * `codex exec` (0.171.0 and newer) as an {@link AgentBackend}: it never asks. What its sandbox (the mode) does not allow
 * is refused, and a turn in which something was refused has failed. Each turn is a process of its own.
 */
export function codexExecBackend(options: CodexExecBackendOptions = {}): AgentBackend {
  const clock = options.clock ?? systemClock;
  const environment = options.environment ?? process.env;
  const context: ExecContext = {
    prober: codexProber(options.executable, environment, clock),
    processHost: options.processHost ?? localProcessHost({ clock }),
    clock,
    ids: options.ids ?? createIds(clock),
    environment,
  };
  return {
    describe: () => EXEC_DESCRIPTION,
    probe: (signal) => context.prober.probe(signal),
    start: (spec, hooks, signal) => startExecRun(context, { spec, hooks, signal, resume: undefined }),
    resume: ({ backendSessionId, fork, ...spec }, hooks, signal) =>
      startExecRun(context, { spec, hooks, signal, resume: { backendSessionId, fork } }),
    inspectProject,
  };
}
