import type { ToolName } from "@nucleic/protocol";
import { type FailedCall, readFailedCall } from "../wire/stderr.ts";
import { endCall, startCall, textBlocks } from "./call.ts";
import { refuse } from "./refusal.ts";
import { type ExecStep, setTurn } from "./turn.ts";

/** Told one by one up to here; a model that runs against a wall for hours fills no transcript with it. */
const MAX_TOLD = 200;

const tools: Readonly<Record<FailedCall["about"], { tool: ToolName; nativeTool: string }>> = {
  patch: { tool: "Edit", nativeTool: "apply_patch" },
  command: { tool: "Bash", nativeTool: "exec_command" },
  other: { tool: "Other", nativeTool: "unknown" },
};

/**
 * A call that Codex did not carry out, and tells of on stderr alone: stdout has no item for it, the turn is completed and
 * the program leaves with 0. Here it is a call with an error for a result; one that was refused is an error besides, and
 * fails the turn. What the call was is not told.
 */
export function takeFailedCall(step: ExecStep, line: string): void {
  const { turn } = step.state;
  const failed = turn && readFailedCall(line);
  if (!failed) return;
  const failedCalls = turn.failedCalls + 1;
  setTurn(step, { failedCalls });
  if (failedCalls > MAX_TOLD) {
    // However many there were before: one refusal has to be told, or the turn would pass for completed.
    if (failed.refused && !turn.refusal) refuse(step, failed.message);
    return;
  }
  const id = `${turn.id}:stderr_${failedCalls}`;
  startCall(step, id, { ...tools[failed.about], input: {} });
  endCall(step, id, { content: textBlocks(failed.message), isError: true });
  if (failed.refused) refuse(step, failed.message);
}
