import { quirksOfInitialize } from "../quirks/find-quirks.ts";
import type { Json } from "../wire/messages.ts";
import { at, name, objects } from "../wire/read.ts";
import type { SessionFacts } from "./state.ts";
import type { Step } from "./step.ts";

/** The agent has said who it is. Where only a stdout is seen, that decides which agent's quirks hold. */
export function takeInitialized(step: Step, result: Json): void {
  const { answersSeen } = step.state;
  const found = answersSeen ? undefined : quirksOfInitialize(result);
  if (found) step.set({ quirks: found, capabilities: found.capabilities });
  const { versionAt = ["agentInfo", "version"] } = step.state.quirks;
  step.set({ version: name(at(result, versionAt)) ?? step.state.version });
}

/**
 * The session is there: made, loaded or taken up. Where what we write is seen, whoever drives it says when it is ready,
 * for a mode or model may have to be set first.
 */
export function takeSession(step: Step, result: Json, resumed: boolean): void {
  const { facts, answersSeen } = step.state;
  const id = name(result.sessionId) ?? facts.backendSessionId;
  step.set({
    facts: {
      backendSessionId: id,
      model: modelOf(result) ?? facts.model,
      mode: modeOf(result) ?? facts.mode,
    },
    resumed: resumed || (answersSeen && step.state.resumed),
    // History may go on after the answer; a prompt ends it for good.
    replaying: answersSeen && step.state.replaying,
  });
  if (!answersSeen) tellSession(step);
}

export function takeReady(step: Step, backendSessionId: string): void {
  step.set({ facts: { ...step.state.facts, backendSessionId } });
  tellSession(step);
}

/** Says what the session is, once it has a name, and again where something of that has changed. */
export function tellSession(step: Step): void {
  const { facts, told, quirks, version, cwd, capabilities, resumed } = step.state;
  const { backendSessionId, model, mode } = facts;
  if (backendSessionId === undefined || (told && same(told, facts))) return;
  const goesOn = told ? told.backendSessionId === backendSessionId : resumed;
  step.set({ told: facts });
  step.emitOutside({
    kind: "sessionStarted",
    backend: quirks.id,
    ...(version !== undefined && { backendVersion: version }),
    backendSessionId,
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    cwd,
    capabilities,
    ...(goesOn && { resumed: true }),
  });
}

/** A model or mode has been set, by whomever. */
export function takeChanged(
  step: Step,
  { model, mode }: { readonly model?: string | undefined; readonly mode?: string | undefined },
): void {
  const { facts, told } = step.state;
  step.set({ facts: { ...facts, model: model ?? facts.model, mode: mode ?? facts.mode } });
  if (told) tellSession(step);
}

export function modelOf(native: Json): string | undefined {
  return name(at(native, ["models", "currentModelId"])) ?? optionOf(native, "model");
}

export function modeOf(native: Json): string | undefined {
  return name(at(native, ["modes", "currentModeId"])) ?? optionOf(native, "mode");
}

/** The value of the first configuration option of a category. */
function optionOf(native: Json, category: string): string | undefined {
  return name(objects(native.configOptions).find((option) => option.category === category)?.currentValue);
}

function same(a: SessionFacts, b: SessionFacts): boolean {
  return a.backendSessionId === b.backendSessionId && a.model === b.model && a.mode === b.mode;
}
