import { closeAsk, type ExitInput, runFinished, runOutcome } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import type { EventError } from "@nucleic/protocol";
import { fault } from "./failure.ts";
import { closeTurn } from "./prompt-result.ts";
import type { Step } from "./step.ts";
import { completeTurn } from "./turn.ts";

/** The program has ended: closes blocks, asks, calls and the turn, in this order, and ends the run. */
export function takeExit(step: Step, { exit, expected, cutShort = false }: ExitInput): void {
  const { turn } = step.state;
  for (const ask of step.state.asks.values()) closeAsk(step, ask, "abandoned");
  closeTurn(step, true);
  const error = expected ? undefined : errorOf(step, exit, turn !== undefined);
  if (turn) {
    if (expected || turn.interrupting) completeTurn(step, "interrupted");
    else completeTurn(step, "failed", error);
  }
  step.emit(runFinished(runOutcome(expected, cutShort || turn !== undefined, error), error, exit));
}

/** A bare stdout has ended. The run is over only where nothing speaks against it; what is open stays open. */
export function takeEnd(step: Step): void {
  const { turn, asks, calls, lastTurn, block } = step.state;
  if (turn || asks.size > 0 || calls.size > 0 || block || !lastTurn) return;
  step.emit(runFinished(lastTurn.error ? "failed" : "completed", lastTurn.error, {}));
}

/** Undefined for an end that needs no explanation: nothing was open, and the agent left with 0. */
function errorOf({ state }: Step, exit: ProcessExit, inTurn: boolean): EventError | undefined {
  const { displayName } = state.quirks;
  if (exit.cause === "spawnFailed")
    return fault("spawnFailed", exit.error?.message ?? `${displayName} could not be started.`);
  const how = exit.signal === undefined ? `with code ${exit.code ?? "unknown"}` : `by ${exit.signal}`;
  if (!state.told) return fault("exitedEarly", `${displayName} ended ${how} before the session had begun.`);
  if (!inTurn && exit.code === 0) return state.lastTurn?.error;
  return fault("crashed", `${displayName} ended ${how}.`);
}
