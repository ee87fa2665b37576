import { invalidLine, lineTooLong, type Stamp, type Translation, takeAnswer } from "@nucleic/adapter-kit";
import type { DecodedLine, WireMessage } from "../wire/messages.ts";
import { askOf, takeAsk, takeWithdrawal } from "./approval.ts";
import { takeAssistant } from "./assistant.ts";
import { takeEnd, takeExit } from "./close.ts";
import type { TranslateInput } from "./input.ts";
import { takeResult } from "./result.ts";
import type { ClaudeState } from "./state.ts";
import { Step } from "./step.ts";
import { takeDelta, takeStreamEvent } from "./stream-event.ts";
import { takeSystem } from "./system.ts";
import { inputTaken, takeInput } from "./turn.ts";
import { rateLimitOf } from "./usage.ts";
import { takeUser } from "./user.ts";

/** Takes one input: the state after it, and what it tells. Pure but for the ids it draws. */
export function translate(state: ClaudeState, input: TranslateInput, stamp: Stamp): Translation<ClaudeState> {
  const step = new Step(state, stamp);
  takeOne(step, input);
  return step.end();
}

/** Where a bare stdout ends, without a word on its process. */
export function translateEnd(state: ClaudeState, stamp: Stamp): Translation<ClaudeState> {
  const step = new Step(state, stamp);
  takeEnd(step);
  return step.end();
}

function takeOne(step: Step, input: TranslateInput): void {
  switch (input.kind) {
    case "line":
      takeLine(step, input.line);
      break;
    case "overflow":
      step.emit(lineTooLong(input.lengthBytes));
      break;
    case "input":
      takeInput(step, input.input, input.uuid, input.steer);
      break;
    case "ask":
      takeAsk(step, input.ask);
      break;
    case "withdrawn":
      takeWithdrawal(step, input.key);
      break;
    case "answered":
    case "replied":
      takeAnswer(step, input);
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

function takeLine(step: Step, line: DecodedLine): void {
  switch (line.status) {
    case "ok":
      takeMessage(step, line.message);
      break;
    case "unknown":
      step.emit({ kind: "raw", backend: "claude", native: line.native });
      break;
    case "invalid":
      step.emit(invalidLine("Claude Code", line));
      break;
    case "blank":
      return;
    default:
      line satisfies never;
  }
}

function takeMessage(step: Step, message: WireMessage): void {
  switch (message.type) {
    case "system":
      takeSystem(step, message);
      break;
    case "assistant":
      takeAssistant(step, message);
      break;
    case "user":
      takeUser(step, message);
      break;
    case "stream_delta":
      takeDelta(step, message);
      break;
    case "stream_event":
      takeStreamEvent(step, message);
      break;
    case "result":
      takeResult(step, message);
      break;
    case "rate_limit_event":
      step.emit(rateLimitOf(message.info));
      break;
    case "control_request":
      takeAsk(step, askOf(message));
      break;
    case "control_cancel_request":
      takeWithdrawal(step, message.requestId);
      break;
    case "command_lifecycle":
      if (message.state === "started") inputTaken(step, message.commandUuid);
      return;
    case "control_response":
    case "keep_alive":
      return;
    default:
      message satisfies never;
  }
}
