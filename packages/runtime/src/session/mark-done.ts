import { RuntimeError } from "../errors.ts";
import type { SessionState } from "./state-machine.ts";

/**
 * Whether a person may call the session's work done as it stands: it is idle, and nothing is known that is in the way.
 * @throws RuntimeError `stillRunning`, `workBlocked`, `sessionOver`
 */
export function checkDone({ status, disposition }: SessionState): void {
  switch (status) {
    case "created":
    case "preparing":
    case "starting":
    case "running":
    case "awaitingApproval":
    case "awaitingAnswer":
      throw new RuntimeError("stillRunning", `the session is ${words[status]}: it is not done`, {
        hint: "Wait for the end of its turn, or interrupt it.",
      });
    case "failed":
    case "archived":
      throw new RuntimeError("sessionOver", `the session is ${status}: there is nothing to call done`, {
        hint: "Take it up again with a message, and look at what it makes of it.",
      });
    case "awaitingInput":
    case "interrupted":
    case "finished":
      if (disposition !== "blocked") return;
      throw new RuntimeError("workBlocked", "the agent says that its work is blocked", {
        hint: "Take what is in the way away, and tell the agent so.",
      });
    default:
      status satisfies never;
  }
}

const words = {
  created: "not yet started",
  preparing: "being prepared",
  starting: "starting",
  running: "running",
  awaitingApproval: "waiting for an approval",
  awaitingAnswer: "waiting for an answer",
} as const;
