import { randomUUID } from "node:crypto";
import {
  type Prober,
  Releases,
  RunFiles,
  realDir,
  type StartRequest,
  type Surroundings,
} from "@nucleic/adapter-kit";
import type { ProcessHandle, ProcessSpec } from "@nucleic/process";
import type { AgentRun, SessionSpec } from "@nucleic/protocol/core";
import type { ApprovalServer } from "../approval/http/server.ts";
import { StdioTransport } from "../approval/stdio-transport.ts";
import type { ApprovalSink, ApprovalTransport } from "../approval/transport.ts";
import { type Gate, gateFor, userConfigDir } from "../trust/gate.ts";
import { buildArgv } from "./argv.ts";
import { claudeEnv } from "./environment.ts";
import { checkMode } from "./mode.ts";
import { ReadAnswerer } from "./read-answerer.ts";
import { runProgram } from "./run-program.ts";
import { buildMcpConfig, buildSettings } from "./settings.ts";
import { type ClaudeStream, claudeStream } from "./stream.ts";

/** What a backend gives to each of its runs. */
export interface RunContext extends Surroundings {
  readonly prober: Prober;
  /** Absent: approvals over stdio. */
  readonly approvalServer: ApprovalServer | undefined;
}

/**
 * Starts the program and resolves once it takes input. Where that fails, nothing of it is left.
 * @throws NucleicError as `AgentBackend.start` and `resume` say
 */
export async function startRun(context: RunContext, request: StartRequest): Promise<AgentRun> {
  checkMode(request.spec.mode ?? "default");
  const program = await context.prober.require(request.signal);
  const held = new Releases();
  try {
    return await prepare(context, request, program.path, held);
  } catch (error) {
    await held.release();
    request.signal?.throwIfAborted();
    throw error;
  }
}

async function prepare(
  context: RunContext,
  request: StartRequest,
  program: string,
  held: Releases,
): Promise<AgentRun> {
  const { clock, ids } = context;
  const { hooks, resume } = request;
  // The real path: it is what the CLI compares with when it decides what lies inside.
  const spec = { ...request.spec, cwd: await realDir(request.spec.cwd) };
  const env = claudeEnv(context.environment, spec.env);
  const gate = await gateFor({ userDir: userConfigDir(env), cwd: spec.cwd, trusted: spec.trusted });
  const addDirs = await Promise.all((spec.addDirs ?? []).map(realDir));
  const reads = new ReadAnswerer([spec.cwd, ...addDirs], gate.answerReads);

  let leave = () => {};
  const stream = claudeStream({
    initial: { sessionId: spec.sessionId, cwd: spec.cwd, resumed: resume !== undefined },
    hooks,
    clock,
    ids,
    // An answer that can't be given is a denial to the CLI; that the program is gone, the exit tells.
    answer: (key, reply) => void transport.answer(key, reply).catch(() => undefined),
    onLeave: () => leave(),
  });
  const transport = held.add(await openTransport(context, stream, reads));
  const { args, reads: files } = await writeArguments(request, spec, { gate, transport, held });
  const handle = held.add(
    spawn(context, request, { command: program, args, cwd: spec.cwd, env, reads: files }),
  );
  const { signal } = request;
  const run = await runProgram({
    ...{ handle, stream, transport, reads, clock, held, signal },
    resuming: resume !== undefined,
  });
  leave = () => void run.close();
  return run;
}

/** An ask over HTTP takes the same way as one over stdio: past the reads that nobody has to be asked about. */
async function openTransport(
  { approvalServer }: RunContext,
  stream: ClaudeStream,
  reads: ReadAnswerer,
): Promise<ApprovalTransport> {
  if (!approvalServer) return new StdioTransport();
  const sink: ApprovalSink = {
    ask: (ask) =>
      void reads.answer(ask.toolName, ask.input).then((reply) => {
        if (reply) void transport.answer(ask.key, reply);
        else if (transport.isOpen(ask.key)) stream.feed({ kind: "ask", ask });
      }),
    withdrawn: (key) => stream.feed({ kind: "withdrawn", key }),
  };
  const transport = await approvalServer.open(sink);
  return transport;
}

async function writeArguments(
  request: StartRequest,
  spec: SessionSpec,
  { gate, transport, held }: { gate: Gate; transport: ApprovalTransport; held: Releases },
): Promise<{ readonly args: readonly string[]; readonly reads: readonly string[] }> {
  const files = held.add(await RunFiles.create("nucleic-claude-"));
  const settingsFile = await files.writeJson("settings.json", buildSettings(spec, gate));
  const mcpConfig = buildMcpConfig(spec.mcpServers ?? {}, transport.mcpServers);
  const mcpConfigFile = mcpConfig && (await files.writeJson("mcp.json", mcpConfig));
  const { promptTool } = transport;
  const args = buildArgv({ spec, promptTool, settingsFile, mcpConfigFile, resume: request.resume });
  return { args, reads: [settingsFile, ...(mcpConfigFile === undefined ? [] : [mcpConfigFile])] };
}

function spawn(
  { processHost }: RunContext,
  { spec }: StartRequest,
  about: Pick<ProcessSpec, "command" | "args" | "cwd" | "env" | "reads">,
): ProcessHandle {
  return processHost.spawn({ ...about, runId: spec.runId ?? randomUUID() });
}
