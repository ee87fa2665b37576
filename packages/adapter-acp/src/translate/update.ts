import type { UpdateMessage } from "../wire/messages.ts";
import { name } from "../wire/read.ts";
import { takeCall } from "./call.ts";
import { patchOf } from "./call-patch.ts";
import { emitRaw, isForeign } from "./raw.ts";
import { modelOf, modeOf, takeChanged, tellSession } from "./session.ts";
import type { Step } from "./step.ts";
import { takeChunk } from "./text.ts";
import { entriesOf } from "./tools.ts";
import { ensureTurn } from "./turn.ts";
import { takeUsageUpdate } from "./usage.ts";

/** A `session/update`. */
export function takeUpdate(step: Step, message: UpdateMessage): void {
  const { state } = step;
  if (state.facts.backendSessionId === undefined && !state.answersSeen) nameSession(step, message);
  if (isForeign(step, message)) emitRaw(step, message.native);
  else if (!takeFacts(step, message) && !state.replaying && !takeContent(step, message))
    emitRaw(step, message.native);
}

/** The answer to session/load does not name the session; what comes before it does. */
function nameSession(step: Step, { backendSessionId }: UpdateMessage): void {
  step.set({ facts: { ...step.state.facts, backendSessionId } });
  if (!step.state.replaying) tellSession(step);
}

/** What holds of the session, history or not. False for anything else. */
function takeFacts(step: Step, { kind, update }: UpdateMessage): boolean {
  switch (kind) {
    case "current_mode_update":
      takeChanged(step, { mode: name(update.currentModeId) });
      return true;
    case "config_option_update":
      takeChanged(step, { model: modelOf(update), mode: modeOf(update) });
      return true;
    case "usage_update":
      takeUsageUpdate(step, update);
      return true;
    default:
      return false;
  }
}

/** What happens in the session. False for what no event says. */
function takeContent(step: Step, { kind, update }: UpdateMessage): boolean {
  switch (kind) {
    case "agent_message_chunk":
      return takeChunk(step, "assistantText", update);
    case "agent_thought_chunk":
      return takeChunk(step, "thinking", update);
    case "tool_call":
    case "tool_call_update": {
      const id = name(update.toolCallId);
      if (id === undefined) return false;
      takeCall(step, id, patchOf(kind === "tool_call" ? "call" : "update", update));
      return true;
    }
    case "plan":
      ensureTurn(step);
      step.emit({ kind: "planUpdated", entries: entriesOf(update.entries) });
      return true;
    case "compaction_update":
      if (update.status === "completed") step.emit({ kind: "compaction" });
      return true;
    // No agent says again what it has just been told: this is history.
    case "user_message_chunk":
      return true;
    default:
      return false;
  }
}
