import type { Stamp, Translation } from "@nucleic/adapter-kit";
import type { DecodedLine } from "../wire/messages.ts";
import { takeGiven } from "./answer.ts";
import { takeServerRequest } from "./ask.ts";
import { takeEnd, takeExit } from "./close.ts";
import { CodexStep } from "./codex-step.ts";
import type { TranslateInput } from "./input.ts";
import { takeNotification } from "./notification.ts";
import { takeThread } from "./session.ts";
import type { CodexState } from "./state.ts";
import { acceptTurn, refuseTurn, takeInput } from "./turn.ts";

/** Takes one input: the state after it, and what it tells. Pure but for the ids it draws. */
export function translate(state: CodexState, input: TranslateInput, stamp: Stamp): Translation<CodexState> {
  const step = new CodexStep(state, stamp);
  takeOne(step, input);
  return step.end();
}

/** Where a bare stdout ends, without a word on its process. */
export function translateEnd(state: CodexState, stamp: Stamp): Translation<CodexState> {
  const step = new CodexStep(state, stamp);
  takeEnd(step);
  return step.end();
}

function takeOne(step: CodexStep, input: TranslateInput): void {
  switch (input.kind) {
    case "line":
      takeLine(step, input.line);
      break;
    case "overflow":
      step.emit({
        kind: "error",
        code: "lineTooLong",
        message: `A line of ${input.lengthBytes} bytes was too long to keep and was dropped.`,
        recoverable: true,
      });
      break;
    case "input":
      takeInput(step, input.input);
      break;
    case "threadStarted":
      takeThread(step, input.result, input.resumed);
      break;
    case "turnAccepted":
      acceptTurn(step, input.turnId);
      break;
    case "turnRefused":
      refuseTurn(step, input.error);
      break;
    case "answered":
    case "replied":
      takeGiven(step, input);
      break;
    case "interrupting":
      step.setTurn({ interrupting: true });
      break;
    case "exit":
      takeExit(step, input);
      break;
    default:
      input satisfies never;
  }
}

function takeLine(step: CodexStep, line: DecodedLine): void {
  switch (line.status) {
    case "notification":
      takeNotification(step, line);
      break;
    case "request":
      takeServerRequest(step, line);
      break;
    case "unknown":
      step.raw(line.native);
      break;
    case "invalid":
      step.emit({
        kind: "error",
        code: "protocolViolation",
        message: `Codex wrote a line that is ${line.reason}: ${line.head}`,
        recoverable: true,
      });
      break;
    case "response":
    case "error":
    case "blank":
      return;
    default:
      line satisfies never;
  }
}
