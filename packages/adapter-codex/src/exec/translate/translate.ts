import { type Stamp, Step, type Translation } from "@nucleic/adapter-kit";
import { EXEC_ID } from "../capabilities.ts";
import type { DecodedExecLine, ExecMessage } from "../wire/messages.ts";
import { takeExit, takeTurnExit } from "./close.ts";
import { takeFailedCall } from "./failed-call.ts";
import { failureOf, retryOf } from "./failure.ts";
import type { ExecInput } from "./input.ts";
import { takeItem } from "./item.ts";
import type { ExecState } from "./state.ts";
import { beginTurn, completeTurn, type ExecStep, ensureTurn, setTurn, takeThread } from "./turn.ts";
import { emitUsage } from "./usage.ts";

/** Takes one input: the state after it, and what it tells. Pure but for the ids it draws. */
export function translate(state: ExecState, input: ExecInput, stamp: Stamp): Translation<ExecState> {
  const step: ExecStep = new Step(state, stamp);
  takeOne(step, input);
  return step.end();
}

function takeOne(step: ExecStep, input: ExecInput): void {
  switch (input.kind) {
    case "line":
      takeLine(step, input.line);
      break;
    case "stderrLine":
      takeFailedCall(step, input.line);
      break;
    case "overflow":
      step.emit({
        kind: "error",
        code: "lineTooLong",
        message: `A line of ${input.lengthBytes} bytes was too long to keep and was dropped.`,
        recoverable: true,
      });
      break;
    case "queued":
      step.emitOutside({ kind: "userMessage", ...input.input }, "user");
      break;
    case "begin":
      step.set({ settings: input.settings });
      beginTurn(step, input.input);
      if (!input.queued) step.emit({ kind: "userMessage", ...input.input }, "user");
      break;
    case "interrupting":
      setTurn(step, { interrupting: true });
      break;
    case "turnExit":
      takeTurnExit(step, input.exit);
      break;
    case "exit":
      takeExit(step, input);
      break;
    case "answered":
    case "replied":
      // Nothing is ever asked.
      break;
    default:
      input satisfies never;
  }
}

function takeLine(step: ExecStep, line: DecodedExecLine): void {
  switch (line.status) {
    case "ok":
      takeMessage(step, line.message);
      break;
    case "unknown":
      step.emit({ kind: "raw", backend: EXEC_ID, native: line.native });
      break;
    case "invalid":
      step.emit({
        kind: "error",
        code: "protocolViolation",
        message: `Codex wrote a line that is ${line.reason}: ${line.head}`,
        recoverable: true,
      });
      break;
    case "blank":
      break;
    default:
      line satisfies never;
  }
}

function takeMessage(step: ExecStep, message: ExecMessage): void {
  switch (message.type) {
    case "thread.started":
      // Another process: what the one before left open in this stdout, it left for good.
      if (!step.state.processSeen) completeTurn(step, "interrupted");
      takeThread(step, message.threadId);
      break;
    case "turn.started":
      ensureTurn(step);
      setTurn(step, { begun: true });
      break;
    case "item":
      ensureTurn(step);
      takeItem(step, message);
      break;
    case "error": {
      const retry = retryOf(message.message);
      if (retry) step.emit(retry);
      else setTurn(step, { failure: failureOf(message.message) });
      break;
    }
    case "turn.completed":
      ensureTurn(step);
      emitUsage(step, message.usage);
      setTurn(step, { completed: true });
      if (!step.state.processSeen) completeTurn(step, "completed");
      break;
    case "turn.failed": {
      ensureTurn(step);
      const failure = message.message === "" ? step.state.turn?.failure : failureOf(message.message);
      setTurn(step, { failed: true, failure: failure ?? failureOf("The turn failed.") });
      if (!step.state.processSeen) completeTurn(step, "failed", step.state.turn?.failure);
      break;
    }
    default:
      message satisfies never;
  }
}
