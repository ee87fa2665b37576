import { withEntry } from "@nucleic/adapter-kit";
import type { RpcId } from "@nucleic/process";
import { coverageOf } from "../wire/coverage.ts";
import type { DecodedLine, ErrorMessage, Json, ResultMessage, WireMessage } from "../wire/messages.ts";
import { at, name } from "../wire/read.ts";
import { takeExitPlan, takePermission, takeQuestion } from "./approval.ts";
import { takeExtension } from "./extension.ts";
import { takePromptError, takePromptResult } from "./prompt-result.ts";
import { emitRaw, isForeign } from "./raw.ts";
import { modelOf, modeOf, takeChanged, takeInitialized, takeSession } from "./session.ts";
import type { Step } from "./step.ts";
import { takeUpdate } from "./update.ts";

/** One line of an agent's stdout. */
export function takeLine(step: Step, line: DecodedLine): void {
  switch (line.status) {
    case "ok":
      takeMessage(step, line.message);
      break;
    case "unknown":
      takeUnknown(step, line.type, line.native);
      break;
    case "invalid":
      step.emit({
        kind: "error",
        code: "protocolViolation",
        message: `${step.state.quirks.displayName} wrote a line that is ${line.reason}: ${line.head}`,
        recoverable: true,
      });
      break;
    case "blank":
      return;
    default:
      line satisfies never;
  }
}

/** Passed on as it is. Slash commands are repeated all the time; they are told when they change. */
function takeUnknown(step: Step, type: string, native: unknown): void {
  if (type === "session/update/available_commands_update") {
    const commands = JSON.stringify(at(native, ["params", "update", "availableCommands"]));
    if (commands === step.state.commands) return;
    step.set({ commands });
  }
  emitRaw(step, native);
}

function takeMessage(step: Step, message: WireMessage): void {
  switch (message.type) {
    case "update":
      if (!message.isReplay) takeUpdate(step, message);
      break;
    case "extension":
      if (message.isReplay || coverageOf(message.name)?.is === "silent") return;
      if (isForeign(step, message)) emitRaw(step, message.native);
      else takeExtension(step, message);
      break;
    case "permission":
      takePermission(step, message);
      break;
    case "exitPlan":
      takeExitPlan(step, message);
      break;
    case "question":
      takeQuestion(step, message);
      break;
    case "result":
      takeResult(step, message);
      break;
    case "error":
      takeError(step, message);
      break;
    case "clientRequest":
      return;
    default:
      message satisfies never;
  }
}

function takeResult(step: Step, { id, result }: ResultMessage): void {
  const method = methodOf(step, id, result);
  switch (method) {
    case "initialize":
      takeInitialized(step, result);
      break;
    case "session/new":
      takeSession(step, result, false);
      break;
    case "session/load":
    case "session/resume":
      takeSession(step, result, true);
      break;
    case "session/prompt":
      takePromptResult(step, id, result);
      break;
    case "session/set_config_option":
      takeChanged(step, { model: modelOf(result), mode: modeOf(result) });
      break;
    default:
      break;
  }
}

/** What a request that failed means is for whoever sent it to say; a prompt's failure ends the turn. */
function takeError(step: Step, error: ErrorMessage): void {
  const method = takeSentMethod(step, error.id);
  if (method === "session/prompt" || (method === undefined && !step.state.answersSeen))
    takePromptError(step, error);
}

/** Which request of ours this answers. Where those are not seen, its shape tells. */
function methodOf(step: Step, id: RpcId, result: Json): string | undefined {
  const method = takeSentMethod(step, id);
  if (method !== undefined || step.state.answersSeen) return method;
  if (result.protocolVersion !== undefined) return "initialize";
  if (result.stopReason !== undefined) return "session/prompt";
  if (name(result.sessionId) !== undefined) return "session/new";
  if (result.models === undefined && result.modes === undefined && result.configOptions === undefined)
    return undefined;
  return step.state.told ? "session/set_config_option" : "session/load";
}

function takeSentMethod(step: Step, id: RpcId): string | undefined {
  const method = step.state.sent.get(id);
  if (method !== undefined) step.set({ sent: withEntry<RpcId, string>(step.state.sent, id, undefined) });
  return method;
}
