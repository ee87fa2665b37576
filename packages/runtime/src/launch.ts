import { randomUUID } from "node:crypto";
import type { RunRegistry } from "@nucleic/process";
import type {
  AgentBackend,
  ApprovalRequest,
  Clock,
  Ids,
  ProjectId,
  ResumeSpec,
  SessionId,
  SessionSpec,
} from "@nucleic/protocol";
import type { ApprovalMode } from "./approval/mode.ts";
import type { AgentControl, ControlGrant, ControlHandlers } from "./control/agent-control.ts";
import { type AgentGuard, guardSetting } from "./control/agent-guard.ts";
import { hostExec } from "./control/host-exec.ts";
import type { RunDesk } from "./control/run-desk.ts";
import { present } from "./database/present.ts";
import type { TrustStore } from "./database/trust.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import type { AgentPlace } from "./place-agent.ts";
import type { RunOptions } from "./runtime.ts";
import type { Launch } from "./session/start-run.ts";

export interface LaunchContext {
  readonly backend: AgentBackend;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly cwd: string;
  readonly trust: TrustStore;
  readonly runs: RunRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Absent: the agent has its own stream and nothing else. */
  readonly control: AgentControl | undefined;
  /** The backend's session to take up, where it is not a new one. */
  readonly resume?: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
}

/** What every launch of a runtime has in common. */
export function surroundings({ trust, context }: OpenRuntime) {
  const { runs, clock, ids, control } = context;
  return { trust, runs, clock, ids, control };
}

/** How the agent of a session is started, or taken up again. */
export function launchOf(context: LaunchContext, options: RunOptions): Launch {
  const { sessionId, runs, resume } = context;
  const placing = { sessionId, cwd: context.cwd, backend: context.backend };
  const runId = randomUUID();
  const approvals = options.approvals ?? "ask";
  let grant: ControlGrant | undefined;
  let guard: AgentGuard | undefined;
  let place: AgentPlace | undefined;
  return {
    approvals,
    signal: options.signal,
    isOwnTool: (request) => grant !== undefined && isToolOf(grant, request),
    async start(hooks, desk, signal) {
      const trusted = await isTrusted(context);
      grant = await openControl(context, desk, options);
      guard = await options.guard?.(guardSetting(context, desk));
      const bare = withControl(specOf(context, options, approvals, runId, trusted), context.backend, grant);
      const spec = { ...bare, env: { ...bare.env, ...guard?.environment(bare.env) } };
      place = await options.place?.({
        ...placing,
        ports: [...portsOf(spec), ...(guard?.ports ?? [])],
        reads: guard?.reads ?? [],
        signal,
        record: (event) => desk.record(event),
      });
      const { backend } = place ?? context;
      // Known before anything runs, so that a kill of this process leaves nothing unfound.
      runs.record(runId, { sessionId, backend: backend.describe().id });
      if (resume === undefined) return backend.start(spec, hooks, signal);
      const resumed: ResumeSpec = { ...spec, ...resume };
      return backend.resume(resumed, hooks, signal);
    },
    async onEnded() {
      runs.forget(runId);
      await grant?.[Symbol.asyncDispose]();
      await guard?.[Symbol.asyncDispose]();
      await place?.[Symbol.asyncDispose]();
    },
  };
}

async function openControl(
  context: LaunchContext,
  desk: RunDesk,
  { outside }: Pick<RunOptions, "outside">,
): Promise<ControlGrant | undefined> {
  const { backend, control, sessionId, cwd, ids, clock, runs } = context;
  const { id, capabilities, mcpCallTimeoutMs } = backend.describe();
  if (!capabilities.mcpInjection) return undefined;
  const handlers: ControlHandlers = {
    setDisposition: (disposition) => desk.setDisposition(disposition),
    askUser: (questions, signal) =>
      desk.ask({ id: ids.question(), sessionId, questions: [...questions], createdAt: clock.now() }, signal),
    ...(outside && {
      hostExec: (command, signal) =>
        hostExec({ sessionId, cwd, backend: id, desk, run: outside, runs, clock, ids }, command, signal),
    }),
  };
  return control?.open(sessionId, handlers, present({ callTimeoutMs: mcpCallTimeoutMs }));
}

/** Where servers of the run listen on this machine. */
function portsOf({ mcpServers = {} }: SessionSpec): readonly number[] {
  return Object.values(mcpServers).flatMap((server) => {
    const url = server.transport === "http" ? URL.parse(server.url) : null;
    const isLocal = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
    return isLocal && url.port !== "" ? [Number(url.port)] : [];
  });
}

/** Whether the agent asks for leave to call a tool that we gave it ourselves, on the server that has its token. */
function isToolOf({ serverName, toolNames }: ControlGrant, { tool, input }: ApprovalRequest): boolean {
  return tool === "Mcp" && input.server === serverName && toolNames.some((name) => name === input.tool);
}

function withControl(spec: SessionSpec, backend: AgentBackend, grant: ControlGrant | undefined): SessionSpec {
  if (grant === undefined) return spec;
  const { serverName, mcpServer, systemPrompt } = grant;
  const told = backend.describe().appendsSystemPrompt !== false;
  return {
    ...spec,
    // Last: nobody else's server takes its place.
    mcpServers: { ...spec.mcpServers, [serverName]: mcpServer },
    ...(told && { systemPromptAppend: [spec.systemPromptAppend, systemPrompt].filter(Boolean).join("\n\n") }),
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
