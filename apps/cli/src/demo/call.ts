import {
  type ApprovalRequest,
  askApproval,
  type ToolCallId,
  type ToolInput,
  type ToolName,
} from "@nucleic/protocol/core";
import type { Stream, Toolbox } from "./toolbox.ts";

/** What a tool gave: its output, and whether it was allowed and went well. */
export interface ToolOutcome {
  readonly text: string;
  readonly allowed: boolean;
  readonly ok: boolean;
  readonly exitCode?: number;
}

/** What a person is to judge. */
export type Asked = Pick<ApprovalRequest, "tool" | "input" | "diff" | "paths">;

/**
 * A tool call from its start to its result. With `asked` it waits for a person before it does anything; denied, it
 * does nothing and says so.
 */
export async function* call(
  box: Toolbox,
  tool: ToolName,
  input: ToolInput,
  work: () => Promise<ToolOutcome>,
  asked?: Asked,
  id = box.nextId() as ToolCallId,
): Stream<ToolOutcome> {
  yield box.emit.event({ kind: "toolCallStarted", toolCallId: id, tool, nativeTool: tool });
  yield box.emit.event({ kind: "toolCallCompleted", toolCallId: id, input });
  const denied = asked ? yield* deniedBecause(box, id, asked) : undefined;
  const startMs = box.clock.monotonicMs();
  const outcome: ToolOutcome =
    denied === undefined ? await work() : { text: denied, allowed: false, ok: false };
  yield box.emit.event({
    kind: "toolResult",
    toolCallId: id,
    content: [{ kind: "text", text: outcome.text }],
    isError: !outcome.ok,
    ...(outcome.exitCode !== undefined && { exitCode: outcome.exitCode }),
    durationMs: box.clock.monotonicMs() - startMs,
    ...(box.signal.aborted && { truncated: true }),
  });
  box.signal.throwIfAborted();
  return outcome;
}

/** Asks; why it was denied, or `undefined` where it was allowed. */
async function* deniedBecause(
  box: Toolbox,
  toolCallId: ToolCallId,
  asked: Asked,
): Stream<string | undefined> {
  const request: ApprovalRequest = {
    id: box.ids.approval(),
    sessionId: box.sessionId,
    toolCallId,
    nativeTool: asked.tool,
    cwd: box.cwd,
    options: ["allow", "allowAlways", "deny", "cancelRun"],
    createdAt: box.clock.now(),
    ...asked,
  };
  yield box.emit.event({ kind: "approvalRequested", request });
  const { decision, by } = await askApproval(box.hooks, request, box.signal, { canModifyToolInput: false });
  yield box.emit.event({ kind: "approvalResolved", approvalId: request.id, decision, decidedBy: by });
  if (decision.kind === "cancelRun") box.cancel();
  if (decision.kind === "allow" || decision.kind === "allowAlways") return undefined;
  return decision.message ?? "denied";
}
