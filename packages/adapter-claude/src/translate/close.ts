import { closeAsk, type ExitInput, howEnded, runFinished, runOutcome } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import type { EventError } from "@nucleic/protocol";
import { cutReply } from "./block.ts";
import { abandonCall } from "./call.ts";
import { eventError } from "./failure.ts";
import type { Step } from "./step.ts";
import { completeTurn } from "./turn.ts";

/** What both versions write to stderr when they cannot reach the approval tool; they then exit 1 without a result. */
const approvalToolMissing = "--permission-prompt-tool";

/** The program has ended: closes blocks, asks, calls and the turn, in this order, and ends the run. */
export function takeExit(step: Step, { exit, expected, cutShort = false }: ExitInput): void {
  const { turn } = step.state;
  closeOpen(step);
  const error = expected ? undefined : errorOf(step, exit, turn !== undefined);
  if (turn) {
    const interrupted = expected || turn.interrupting;
    completeTurn(step, interrupted ? { outcome: "interrupted" } : { outcome: "failed", error });
  }
  step.emit(runFinished(runOutcome(expected, cutShort || turn !== undefined, error), error, exit));
}

/** A bare stdout has ended. The run is over only where nothing speaks against it; what is open stays open. */
export function takeEnd(step: Step): void {
  const { turn, asks, calls, lastResult, reply, subagentReplies } = step.state;
  const mid = [reply, ...subagentReplies.values()].some((one) => one && one.blocks.length > 0);
  if (turn || asks.size > 0 || calls.size > 0 || mid || !lastResult) return;
  step.emit(runFinished(lastResult.error ? "failed" : "completed", lastResult.error, {}));
}

/** Closes blocks as truncated, asks and calls as abandoned. */
function closeOpen(step: Step): void {
  for (const parent of ["", ...step.state.subagentReplies.keys()]) {
    cutReply(step, parent);
    step.setReply(parent, undefined);
  }
  for (const ask of step.state.asks.values()) closeAsk(step, ask, "abandoned");
  for (const id of step.state.calls.keys()) abandonCall(step, id);
}

/** Undefined for an end that needs no explanation: nothing was open, and the CLI left with 0. */
function errorOf(step: Step, exit: ProcessExit, inTurn: boolean): EventError | undefined {
  if (exit.cause === "spawnFailed")
    return eventError("spawnFailed", exit.error?.message ?? "Claude Code could not be started.");
  if (exit.stderrTail.includes(approvalToolMissing))
    return eventError("approvalChannel", "Claude Code could not reach the approval tool and gave up.");
  const { lastResult, session } = step.state;
  if (!inTurn && lastResult?.error) return lastResult.error;
  const how = howEnded(exit);
  if (!session && !lastResult)
    return eventError("exitedEarly", `Claude Code ended ${how} before it had begun.`);
  if (!inTurn && exit.code === 0) return undefined;
  return eventError("crashed", `Claude Code ended ${how}.`);
}
