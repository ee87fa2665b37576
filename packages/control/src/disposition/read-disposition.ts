import type { Disposition } from "@nucleic/protocol";

/** How a turn ended, and the agent's last message in it. */
export interface TurnEnding {
  readonly outcome: "completed" | "failed" | "interrupted";
  /** Empty where the agent said nothing. */
  readonly text: string;
  /** The message was cut short. */
  readonly truncated: boolean;
}
export function readDisposition(_ending: TurnEnding): Disposition | undefined {
  return undefined;
}
