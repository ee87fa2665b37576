import { closeAsk, type ExitInput, eventError, runFinished, runOutcome } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import type { EventError } from "@nucleic/protocol";
import { cutCalls } from "./call.ts";
import type { CodexStep } from "./codex-step.ts";
import { cutTexts } from "./text.ts";
import { completeTurn } from "./turn.ts";

/** The server has ended, or this thread has no more of it: closes texts, asks, calls and the turn, and ends the run. */
export function takeExit(step: CodexStep, { exit, expected, cutShort = false }: ExitInput): void {
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
export function takeEnd(step: CodexStep): void {
  const { turn, asks, calls, texts, lastTurn } = step.state;
  if (turn || asks.size > 0 || calls.size > 0 || texts.size > 0 || !lastTurn) return;
  step.emit(runFinished(lastTurn.error ? "failed" : "completed", lastTurn.error, {}));
}

/** Closes texts and calls as truncated, asks as abandoned. */
export function closeOpen(step: CodexStep): void {
  cutTexts(step);
  for (const ask of step.state.asks.values()) closeAsk(step, ask, "abandoned");
  cutCalls(step);
}

/** Undefined for an end that needs no explanation: nothing was open, and Codex left with 0. */
function errorOf(step: CodexStep, exit: ProcessExit, inTurn: boolean): EventError | undefined {
  if (exit.cause === "spawnFailed")
    return eventError("spawnFailed", exit.error?.message ?? "Codex could not be started.");
  const { lastTurn, session } = step.state;
  if (!inTurn && lastTurn?.error) return lastTurn.error;
  const how = exit.signal === undefined ? `with code ${exit.code ?? "unknown"}` : `by ${exit.signal}`;
  if (!session) return eventError("exitedEarly", `Codex ended ${how} before the thread had begun.`);
  if (!inTurn && exit.code === 0) return undefined;
  return eventError("crashed", `Codex ended ${how}.`);
}
