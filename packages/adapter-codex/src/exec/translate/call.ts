import { withEntry } from "@nucleic/adapter-kit";
import type { ContentBlock, ToolCallId, ToolInput, ToolName } from "@nucleic/protocol";
import type { ExecStep } from "./turn.ts";

/** A call as it is announced: Codex tells its input at once. */
export interface StartedCall {
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly input: ToolInput;
}

/** What came of a call. */
export interface CallResult {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly exitCode?: number | undefined;
}

/** Announces a call and its input. Told once. */
export function startCall(step: ExecStep, id: string, { tool, nativeTool, input }: StartedCall): void {
  if (step.state.calls.has(id)) return;
  step.set({ calls: withEntry(step.state.calls, id, { tool }) });
  const toolCallId = id as ToolCallId;
  step.emit({ kind: "toolCallStarted", toolCallId, tool, nativeTool });
  step.emit({ kind: "toolCallCompleted", toolCallId, input });
}

/** Its result is there. */
export function endCall(step: ExecStep, id: string, { content, isError, exitCode }: CallResult): void {
  step.set({ calls: withEntry(step.state.calls, id, undefined) });
  step.emit({
    kind: "toolResult",
    toolCallId: id as ToolCallId,
    content: [...content],
    isError,
    ...(exitCode !== undefined && { exitCode }),
  });
}

/** No result will come any more: the process is gone. */
export function abandonCalls(step: ExecStep): void {
  for (const id of step.state.calls.keys())
    step.emit({
      kind: "toolResult",
      toolCallId: id as ToolCallId,
      content: [],
      isError: true,
      truncated: true,
    });
  step.set({ calls: new Map() });
}

/** Text as a tool's answer; nothing for none. */
export function textBlocks(text: string | undefined): readonly ContentBlock[] {
  return text ? [{ kind: "text", text }] : [];
}
