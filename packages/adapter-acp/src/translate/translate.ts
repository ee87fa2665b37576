import { closeAsk, type Stamp, type Translation, takeAnswer } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import { takeEnd, takeExit } from "./close.ts";
import type { TranslateInput } from "./input.ts";
import { takeLine } from "./line.ts";
import { takeChanged, takeReady } from "./session.ts";
import type { AcpState } from "./state.ts";
import { Step } from "./step.ts";
import { takeInput, takeSent } from "./turn.ts";

/** Takes one input: the state after it, and what it tells. Pure but for the ids it draws. */
export function translate(state: AcpState, input: TranslateInput, stamp: Stamp): Translation<AcpState> {
  const step = new Step(state, stamp);
  takeOne(step, input);
  return step.end();
}

/** Where a bare stdout ends, without a word on its process. */
export function translateEnd(state: AcpState, stamp: Stamp): Translation<AcpState> {
  const step = new Step(state, stamp);
  takeEnd(step);
  return step.end();
}

function takeOne(step: Step, input: TranslateInput): void {
  switch (input.kind) {
    case "line":
      takeLine(step, input.line);
      break;
    case "sent":
      takeSent(step, input.request);
      break;
    case "input":
      takeInput(step, input.input, input.steer);
      break;
    case "sessionReady":
      takeReady(step, input.backendSessionId);
      break;
    case "changed":
      takeChanged(step, input);
      break;
    case "answered":
      noteDenial(step, input);
      takeAnswer(step, input);
      break;
    case "replied":
      takeAnswer(step, input);
      break;
    case "withdrawn":
      takeWithdrawal(step, input.id);
      break;
    case "interrupting":
      step.setTurn({ interrupting: true });
      break;
    case "overflow":
      step.emit({
        kind: "error",
        code: "lineTooLong",
        message: `A line of ${input.lengthBytes} bytes was too long to keep and was dropped.`,
        recoverable: true,
      });
      break;
    case "exit":
      takeExit(step, input);
      break;
    default:
      input satisfies never;
  }
}

/** A denial is remembered: some agents end the turn on it, and none has to say a last word on the call. */
function noteDenial(step: Step, input: TranslateInput & { kind: "answered" }): void {
  const { kind } = input.answer.decision;
  const ask = step.state.asks.get(input.approvalId);
  if (!ask || (kind !== "deny" && kind !== "cancelRun")) return;
  step.setTurn({ denied: true });
  const { toolCallId } = ask.native;
  const call = toolCallId === undefined ? undefined : step.state.calls.get(toolCallId);
  if (toolCallId !== undefined && call) step.setCall(toolCallId, { ...call, denied: true });
}

function takeWithdrawal(step: Step, id: RpcId): void {
  for (const ask of step.state.asks.values()) if (ask.native.id === id) closeAsk(step, ask, "withdrawn");
}
