import { NucleicError } from "@nucleic/protocol/core";

/**
 * The collaboration modes of 0.171.0. There is none that edits without asking: what is asked about follows from the
 * approval policy, which is the same in both.
 */
export const MODES = ["default", "plan"] as const;
export type Mode = (typeof MODES)[number];

/** @throws NucleicError `unsupported` */
export function checkMode(mode: string): Mode {
  const known = MODES.find((each) => each === mode);
  if (known !== undefined) return known;
  throw new NucleicError("unsupported", `no such mode: ${mode}`, { hint: `One of ${MODES.join(", ")}` });
}
