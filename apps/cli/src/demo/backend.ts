import type { AgentBackend, AgentHooks, Clock, Ids, ResumeSpec, SessionSpec } from "@nucleic/protocol";
import { DemoRun } from "./run.ts";

const capabilities = {
  interactiveApprovals: true,
  canModifyToolInput: false,
  partialMessageStreaming: true,
  followUpWhileRunning: false,
  emitsFileChangeEvents: true,
  reportsCost: false,
  canFork: true,
  canSetModel: false,
  canSetMode: false,
  supportsImages: false,
  mcpInjection: false,
};

/** What the demo backend takes from outside. */
export interface DemoOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** What its commands inherit. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds between two words. Default 12. */
  readonly paceMs?: number;
}

/** An agent with no model and no account: it follows a script, but its tools and its questions are real. */
export function demoBackend(options: DemoOptions): AgentBackend {
  const { paceMs = 12, ...rest } = options;
  const deps = { ...rest, paceMs, capabilities };
  return {
    describe: () => ({
      id: "demo",
      displayName: "Demo agent",
      capabilities,
      executables: [],
      installHint: "built in",
    }),
    probe: async () => ({ installed: true, loggedIn: true, versionStatus: "tested" }),
    start: async (spec: SessionSpec, hooks: AgentHooks, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      return new DemoRun(spec, hooks, deps, { id: `demo-${spec.sessionId}`, resumed: false });
    },
    resume: async (spec: ResumeSpec, hooks: AgentHooks, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      const id = spec.fork ? `demo-${spec.sessionId}` : spec.backendSessionId;
      return new DemoRun(spec, hooks, deps, { id, resumed: true });
    },
  };
}
