import { surroundings } from "@nucleic/adapter-kit";
import type { ProcessHost } from "@nucleic/process";
import type { AgentBackend, Clock, Ids } from "@nucleic/protocol/core";
import { ApprovalServer } from "../approval/http/server.ts";
import { claudeHistory } from "../history/claude-history.ts";
import { claudeProber } from "../probe/prober.ts";
import { inspectProject } from "../trust/inspect.ts";
import { DESCRIPTION } from "./description.ts";
import { type RunContext, startRun } from "./start.ts";

/** Where the program is, how it asks, and what it runs on. All have defaults. */
export interface ClaudeBackendOptions {
  /** The program to run. Default: `NUCLEIC_CLAUDE`, else `claude` on the PATH. */
  readonly executable?: string;
  /**
   * How the CLI asks. Default `stdio`: it knows no time-out (held 35 minutes on both versions), opens no port, hands out
   * no token, can't lose the race of connecting at the start, says when it no longer asks, and names the subagent that
   * does. `http` has one thing for it: what is pending survives the end of the CLI's input.
   */
  readonly transport?: "stdio" | "http";
  /** Where the program runs. Default: this machine. */
  readonly processHost?: ProcessHost;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** What the program's environment is chosen from. Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Claude Code (2.1.197 and newer) as an {@link AgentBackend}. One backend serves any number of runs; it holds nothing
 * while none is alive.
 */
export function claudeBackend(options: ClaudeBackendOptions = {}): AgentBackend {
  const base = surroundings(options);
  const { clock, environment } = base;
  const context: RunContext = {
    ...base,
    prober: claudeProber(options.executable, environment, clock),
    approvalServer: options.transport === "http" ? new ApprovalServer(clock) : undefined,
  };
  return {
    describe: () => DESCRIPTION,
    probe: (signal) => context.prober.probe(signal),
    start: (spec, hooks, signal) => startRun(context, { spec, hooks, signal, resume: undefined }),
    resume: ({ backendSessionId, fork, ...spec }, hooks, signal) =>
      startRun(context, { spec, hooks, signal, resume: { backendSessionId, fork } }),
    inspectProject,
    history: claudeHistory(environment),
  };
}
