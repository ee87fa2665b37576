import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { RunRegistry } from "@nucleic/process";
import type {
  ApprovalRequest,
  Clock,
  EventBody,
  HostCommand,
  HostOutcome,
  Ids,
  SessionId,
  ToolCallId,
} from "@nucleic/protocol";
import type { OutsideEnd, RunOutside } from "./agent-control.ts";
import { BoundedOutput } from "./bounded-output.ts";
import type { RunDesk } from "./run-desk.ts";
import { shellWords } from "./shell-words.ts";

/** What commands outside of a run's sandbox are run with. */
export interface HostExecContext {
  readonly sessionId: SessionId;
  /** The worktree, absolute. */
  readonly cwd: string;
  readonly backend: string;
  readonly desk: RunDesk;
  readonly run: RunOutside;
  readonly runs: RunRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
}

const tool = { tool: "Bash", nativeTool: "host_exec" } as const;
/** Shown while it runs. What comes after is in head and tail all the same. */
const maxShownChars = 256_000;

/**
 * Asks a person whether one command may run outside of the sandbox, and runs it then. It is a call of its own in the transcript,
 * beside the agent's call that asked for it: what was run, what it wrote, how it ended.
 */
export async function hostExec(
  context: HostExecContext,
  asked: HostCommand,
  signal: AbortSignal,
): Promise<HostOutcome> {
  return context.desk.during(signal, async (during) => {
    const cwd = await realFolder(context.cwd, asked.cwd);
    if (cwd === undefined) return notRun(`There is no folder ${asked.cwd ?? context.cwd}.`);
    const toolCallId = `nucleic_${randomUUID()}` as ToolCallId;
    const input = inputOf(asked, cwd);
    await context.desk.record({ kind: "toolCallStarted", toolCallId, ...tool, title: "outside the sandbox" });
    await context.desk.record({ kind: "toolCallCompleted", toolCallId, input });
    const call = { toolCallId, input, cwd };
    try {
      return await allowedOnly(context, asked, call, during);
    } catch (error) {
      await context.desk.finish({ ...result(toolCallId, ""), isError: true, truncated: true });
      throw error;
    }
  });
}

interface Call {
  readonly toolCallId: ToolCallId;
  readonly input: ApprovalRequest["input"];
  readonly cwd: string;
}

async function allowedOnly(
  context: HostExecContext,
  asked: HostCommand,
  { toolCallId, input, cwd }: Call,
  signal: AbortSignal,
): Promise<HostOutcome> {
  const { desk, ids, clock, sessionId } = context;
  const request: ApprovalRequest = {
    ...{ id: ids.approval(), sessionId, toolCallId, ...tool, input, cwd },
    reason: `the sandbox is not enough: ${asked.why}`,
    options: ["allow", "deny", "cancelRun"],
    createdAt: clock.now(),
  };
  const { decision, by } = await desk.askPerson(request, signal);
  if (decision.kind !== "allow" || by.by !== "person") {
    const said = "message" in decision && decision.message ? ` ${decision.message}` : "";
    const message = `It was not allowed, and not run.${said}`;
    await desk.finish({ ...result(toolCallId, message), isError: true });
    return notRun(message);
  }
  // The agent writes where this leads: what was shown is what it has to be still.
  if ((await realFolder(cwd)) !== cwd) {
    const message = `It was not run: ${cwd} leads elsewhere by now.`;
    await desk.finish({ ...result(toolCallId, message), isError: true });
    return notRun(message);
  }
  return run(context, asked, { toolCallId, input, cwd }, signal);
}

async function run(
  { desk, run: runOutside, runs, sessionId, backend }: HostExecContext,
  { command }: HostCommand,
  { toolCallId, cwd }: Call,
  signal: AbortSignal,
): Promise<HostOutcome> {
  const output = new BoundedOutput();
  let shownChars = 0;
  const onOutput = (text: string, stream: "stdout" | "stderr") => {
    output.push(text);
    shownChars += text.length;
    if (shownChars <= maxShownChars) desk.show({ kind: "toolOutputDelta", toolCallId, text, stream });
  };
  const runId = randomUUID();
  runs.record(runId, { sessionId, backend });
  let end: OutsideEnd;
  try {
    signal.throwIfAborted();
    end = await runOutside({ command, cwd, runId, signal, onOutput });
  } finally {
    runs.forget(runId);
  }
  const { how, code, durationMs } = end;
  const text = output.text();
  const ok = code === 0;
  await desk.finish({
    ...result(toolCallId, code === undefined ? `${text}\n${how}`.trim() : text),
    ...{ isError: !ok, durationMs },
    ...(code !== undefined && { exitCode: code }),
    ...(signal.aborted && { truncated: true }),
  });
  return { ran: true, how, ok, output: text };
}

function inputOf({ command, why }: HostCommand, cwd: string): ApprovalRequest["input"] {
  const isShell = typeof command === "string";
  return {
    command: isShell ? command : shellWords(command),
    cwd,
    description: why,
    // In what is shown and signed: the same command inside is another request.
    outsideSandbox: true,
    ...(!isShell && { arguments: [...command] }),
  };
}

function result(toolCallId: ToolCallId, text: string): Extract<EventBody, { kind: "toolResult" }> {
  return {
    ...{ kind: "toolResult", toolCallId, isError: false },
    content: text === "" ? [] : [{ kind: "text", text }],
  };
}

const notRun = (message: string): HostOutcome => ({ ran: false, message });

const realFolder = (from: string, to = "."): Promise<string | undefined> =>
  realpath(resolve(from, to)).catch(() => undefined);
