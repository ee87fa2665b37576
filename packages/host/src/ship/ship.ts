import type { SessionId } from "@nucleic/protocol/core";
import type { Runtime, SessionState, Setting } from "@nucleic/runtime";
import type { IntegrationPhase } from "../integration/phase.ts";

type Settings = Pick<Runtime, "settings">;

/** Whether a session's work goes into its branch by itself, once it is done. Off unless a person said so. */
export function readShip({ settings }: Settings, id: SessionId): Promise<boolean> {
  return settings.get(shipSetting(id));
}

/** Says whether it does. */
export async function setShip({ settings }: Settings, id: SessionId, on: boolean): Promise<void> {
  if (on) await settings.set(shipSetting(id), true);
  else await settings.unset(shipSetting(id));
}

/**
 * Only work that is said to be done, with no turn under way and nothing asked. To be looked at on the session itself, at the
 * very moment: what an event said a while ago may not be so any more.
 */
export function mayShip({ status, disposition, ...open }: SessionState): boolean {
  const isAtRest = status === "awaitingInput" || status === "finished";
  const asked = [open.openApprovals, open.openAutoApprovals, open.openQuestions];
  return (
    isAtRest &&
    disposition === "completed" &&
    open.openTurns.length === 0 &&
    asked.every((ids) => ids.length === 0)
  );
}

/** Shipping stopped: nothing is tried again, and the transcript says that a person is needed. */
export async function stopShipping(
  runtime: Settings,
  id: SessionId,
  phase: IntegrationPhase,
): Promise<IntegrationPhase> {
  await setShip(runtime, id, false);
  const why = phase.message ?? "it does not go together with the branch";
  return { ...phase, message: `${why}; ship is off now` };
}

function shipSetting(id: SessionId): Setting<boolean> {
  return { key: `ship.${id}`, schema: isFlag, fallback: false };
}

const isFlag: Setting<boolean>["schema"] = {
  safeParse: (value) => (typeof value === "boolean" ? { success: true, data: value } : { success: false }),
};
