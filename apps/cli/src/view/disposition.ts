import type { Disposition } from "@nucleic/protocol";

/** A disposition as a person says it. */
export const dispositionWords: Record<Disposition, string> = {
  completed: "completed",
  awaitingInput: "waits for you",
  blocked: "blocked",
};
