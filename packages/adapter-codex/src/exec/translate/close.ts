import {
  type ExitInput,
  eventError,
  runFinished,
  type Stamp,
  Step,
  type Translation,
} from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import type { EventError } from "@nucleic/protocol";
import { readReason } from "../wire/stderr.ts";
import { failureOf } from "./failure.ts";
import type { ExecState, OpenTurn } from "./state.ts";
import { completeTurn, type ExecStep } from "./turn.ts";

/** The process of a turn has ended: so has the turn. Only now is all of stderr known, and with it whether it went well. */
export function takeTurnExit(step: ExecStep, exit: ProcessExit): void {
  const { turn } = step.state;
  if (!turn) return;
  const cut = turn.interrupting && !turn.completed;
  const error = cut ? undefined : turnError(step, turn, exit);
  completeTurn(step, cut ? "interrupted" : error ? "failed" : "completed", error);
}

/** The run is over: it was closed, or its program died. */
export function takeExit(step: ExecStep, { exit, expected, cutShort = false }: ExitInput): void {
  takeTurnExit(step, exit);
  const { lastTurn } = step.state;
  const error = lastTurn?.error;
  const interrupted = expected && cutShort && lastTurn?.outcome === "interrupted";
  // Also where it was closed: a turn that failed last makes no completed run.
  const outcome = interrupted ? "interrupted" : error ? "failed" : "completed";
  step.emit(runFinished(outcome, outcome === "failed" ? error : undefined, exit));
}

/** A bare stdout has ended. The run is over only where nothing speaks against it; what is open stays open. */
export function translateEnd(state: ExecState, stamp: Stamp): Translation<ExecState> {
  const step: ExecStep = new Step(state, stamp);
  const { turn, lastTurn } = state;
  if (!turn && lastTurn) step.emit(runFinished(lastTurn.error ? "failed" : "completed", lastTurn.error, {}));
  return step.end();
}

/** Undefined for a turn that went well. */
function turnError(step: ExecStep, turn: OpenTurn, exit: ProcessExit): EventError | undefined {
  if (exit.cause === "spawnFailed")
    return eventError("spawnFailed", exit.error?.message ?? "Codex could not be started.");
  if (turn.failure && !turn.completed) return turn.failure;
  if (turn.completed) return turn.refusal;
  if (exit.signal !== undefined) return eventError("crashed", `Codex ended by ${exit.signal}.`);
  const reason = readReason(exit.stderrTail);
  const known = reason === undefined ? undefined : failureOf(reason);
  if (known && known.code !== "apiError") return known;
  const how = `Codex ended with code ${exit.code ?? "unknown"}`;
  const message = reason === undefined ? `${how}.` : `${how}: ${reason}`;
  return eventError(step.state.session ? "crashed" : "exitedEarly", message);
}
