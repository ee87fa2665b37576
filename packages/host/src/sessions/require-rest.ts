import type { Session } from "@nucleic/runtime";
import { HostRefusal } from "../refusal.ts";

/** Nothing is done with the work of an agent that is at it. @throws HostRefusal `sessionBusy` */
export function requireRest(session: Session): void {
  if (session.state.openTurns.length === 0) return;
  throw new HostRefusal("sessionBusy", `the agent of session ${session.id} is at work`, {
    hint: "Wait for the end of its turn, or interrupt it.",
  });
}
