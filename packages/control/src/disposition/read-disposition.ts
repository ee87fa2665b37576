import type { Disposition } from "@nucleic/protocol";
import { asksTheUser, invites } from "./asking.ts";
import { saysDone } from "./done.ts";
import { prose } from "./prose.ts";
import { isStuck } from "./stuck.ts";
import { isUnfinished } from "./unfinished.ts";

/** How a turn ended, and the agent's last message in it. */
export interface TurnEnding {
  readonly outcome: "completed" | "failed" | "interrupted";
  /** Empty where the agent said nothing. */
  readonly text: string;
  /** The message was cut short. */
  readonly truncated: boolean;
}

/**
 * What the last message of a turn says of the work, where the agent did not say it itself. Reads only what is there in so
 * many words (English, German, French, Spanish, Portuguese, Italian, Japanese, Chinese) and leaves the rest open:
 * `completed` takes a plain statement that the work is done, and nothing beside it that asks, offers, fails or remains.
 */
export function readDisposition({ outcome, text, truncated }: TurnEnding): Disposition | undefined {
  // Whoever broke it off knows better; what made it fail has its own event.
  if (outcome !== "completed" || truncated) return undefined;
  const message = prose(text);
  if (message.sentences.length === 0) return undefined;
  if (message.isCutOff) return undefined;
  if (asksTheUser(message)) return "awaitingInput";
  if (isStuck(message)) return "blocked";
  if (invites(message)) return "awaitingInput";
  if (isUnfinished(message)) return undefined;
  return saysDone(message) ? "completed" : undefined;
}
