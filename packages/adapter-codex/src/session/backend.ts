import { surroundings } from "@nucleic/adapter-kit";
import type { ProcessHost } from "@nucleic/process";
import type { AgentBackend, Clock, Ids } from "@nucleic/protocol/core";
import { codexHistory } from "../history/codex-history.ts";
import { codexProber } from "../probe/prober.ts";
import { inspectProject } from "../trust/inspect.ts";
import { DESCRIPTION } from "./description.ts";
import { listModels } from "./list-models.ts";
import { SharedServers } from "./servers.ts";
import { type RunContext, startRun } from "./start.ts";

/** Where the program is and what it runs on. All have defaults. */
export interface CodexBackendOptions {
  /** The program to run. Default: `NUCLEIC_CODEX`, else `codex` on the PATH; past npm's launcher to the program itself. */
  readonly executable?: string;
  /** Where the program runs. Default: this machine. */
  readonly processHost?: ProcessHost;
  /**
   * That host confines its programs. Codex then makes no sandbox of its own, which can't be made within one; it asks about
   * the same. Default `false`. Never without a host that confines: whatever is allowed then has all rights.
   */
  readonly confined?: boolean;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** What the program's environment is chosen from. Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Runs with the same program and environment are threads of one process, which ends with the last of them; saves some
   * 100 MB a run. A crash then ends all of them, as does a turn that can't be interrupted, and a consumer that stalls stalls all. The process carries a run marker
   * of its own: of `spec.runId` only the commands and MCP servers of that run do. Default `false`: a process each.
   */
  readonly shareProcess?: boolean;
}

/**
 * Codex (0.171.0 and newer) through `codex app-server`, as an {@link AgentBackend}. One backend serves any number of runs;
 * it holds nothing while none is alive.
 */
export function codexBackend(options: CodexBackendOptions = {}): AgentBackend {
  const base = surroundings(options);
  const { clock, environment } = base;
  const context: RunContext = {
    ...base,
    prober: codexProber(options.executable, environment, clock),
    confined: options.confined ?? false,
    shared: options.shareProcess ? new SharedServers() : undefined,
  };
  return {
    describe: () => DESCRIPTION,
    probe: (signal) => context.prober.probe(signal),
    start: (spec, hooks, signal) => startRun(context, { spec, hooks, signal, resume: undefined }),
    resume: ({ backendSessionId, fork, ...spec }, hooks, signal) =>
      startRun(context, { spec, hooks, signal, resume: { backendSessionId, fork } }),
    listModels: (signal) => listModels(context, signal),
    inspectProject,
    history: codexHistory(environment),
  };
}
