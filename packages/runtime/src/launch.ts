import { randomUUID } from "node:crypto";
import type { RunRegistry } from "@nucleic/process";
import type { AgentBackend, ProjectId, ResumeSpec, SessionId, SessionSpec } from "@nucleic/protocol";
import type { ApprovalMode } from "./approval/mode.ts";
import { present } from "./database/present.ts";
import type { TrustStore } from "./database/trust.ts";
import type { RunOptions } from "./runtime.ts";
import type { Launch } from "./session/start-run.ts";

export interface LaunchContext {
  readonly backend: AgentBackend;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly cwd: string;
  readonly trust: TrustStore;
  readonly runs: RunRegistry;
  /** The backend's session to take up, where it is not a new one. */
  readonly resume?: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
}

/** How the agent of a session is started, or taken up again. */
export function launchOf(context: LaunchContext, options: RunOptions): Launch {
  const { backend, sessionId, runs, resume } = context;
  const runId = randomUUID();
  const approvals = options.approvals ?? "ask";
  return {
    approvals,
    signal: options.signal,
    async start(hooks, signal) {
      const spec = specOf(context, options, approvals, runId, await isTrusted(context));
      // Known before anything runs, so that a kill of this process leaves nothing unfound.
      runs.record(runId, { sessionId, backend: backend.describe().id });
      if (resume === undefined) return backend.start(spec, hooks, signal);
      const resumed: ResumeSpec = { ...spec, ...resume };
      return backend.resume(resumed, hooks, signal);
    },
    onEnded: () => runs.forget(runId),
  };
}

/** Whether a person has trusted exactly what the repository's configuration is now, in the very folder of the run. */
async function isTrusted({ backend, projectId, cwd, trust }: LaunchContext): Promise<boolean> {
  const config = await backend.inspectProject?.(cwd);
  return config !== undefined && trust.isTrusted(projectId, backend.describe().id, config.hash);
}

function specOf(
  { sessionId, cwd }: LaunchContext,
  options: RunOptions,
  approvals: ApprovalMode,
  runId: string,
  trusted: boolean,
): SessionSpec {
  return {
    sessionId,
    cwd,
    ...present({
      model: options.model,
      mode: options.mode,
      systemPromptAppend: options.systemPromptAppend,
      addDirs: options.addDirs && [...options.addDirs],
      allowedTools: options.allowedTools && [...options.allowedTools],
      mcpServers: options.mcpServers,
    }),
    approvalPolicy: policyOf(approvals),
    verbosity: "full",
    env: { ...options.env },
    trusted,
    runId,
  };
}

function policyOf(mode: ApprovalMode): SessionSpec["approvalPolicy"] {
  if (mode === "ask") return "interactive";
  if (mode === "deny") return "fixed";
  return mode.otherwise === "ask" ? "auto" : "fixed";
}
