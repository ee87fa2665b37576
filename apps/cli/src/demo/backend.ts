import type { AgentBackend, BackendCapabilities, Clock, Ids } from "@nucleic/protocol";
import type { GateKeeper, Model } from "@nucleic/protocol/testing";

const capabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: true,
  partialMessageStreaming: true,
  followUpWhileRunning: true,
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
  /** Where it keeps its sessions, a file for each. Made when it is needed. */
  readonly sessionsDir: string;
  /** Milliseconds between two words. Default 12. */
  readonly paceMs?: number;
  /** What it thinks with. Default: the one small story that it knows. */
  readonly model?: Model;
  /** Where its model waits, in tests. */
  readonly gates?: GateKeeper;
}

/**
 * An agent with no provider and no account. A story takes the place of its model; the scripted agent of the protocol plays
 * it; its tools, its questions and its sessions are real.
 */
export function demoBackend(options: DemoOptions): AgentBackend {
  let made: Promise<AgentBackend> | undefined;
  // Made when it is first needed: it brings every schema with it, and most commands never run the demo agent.
  const agent = () => {
    made ??= makeAgent(options);
    return made;
  };
  return {
    describe: () => ({
      id: "demo",
      displayName: "Demo agent",
      capabilities,
      executables: [],
      installHint: "built in",
    }),
    probe: async () => ({ installed: true, loggedIn: true, versionStatus: "tested" }),
    start: async (...args) => (await agent()).start(...args),
    resume: async (...args) => (await agent()).resume(...args),
  };
}

async function makeAgent({
  env,
  sessionsDir,
  paceMs = 12,
  model,
  ...rest
}: DemoOptions): Promise<AgentBackend> {
  const [{ scriptedBackend }, { demoModel }, { demoTools }, { sessionFiles }] = await Promise.all([
    import("@nucleic/protocol/testing"),
    import("./model.ts"),
    import("./tools.ts"),
    import("./session-files.ts"),
  ]);
  return scriptedBackend({
    ...rest,
    ...demoTools(env),
    id: "demo",
    capabilities,
    paceMs,
    scenario: model ?? demoModel(),
    memories: sessionFiles(sessionsDir),
  });
}
