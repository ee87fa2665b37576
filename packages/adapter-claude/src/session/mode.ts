import { NucleicError } from "@nucleic/protocol/core";
import { MODES } from "./argv.ts";

/**
 * Lets through the modes that still ask. 2.1.197 would accept any word.
 * @throws NucleicError `unsupported`
 */
export function checkMode(mode: string): void {
  if ((MODES as readonly string[]).includes(mode)) return;
  throw new NucleicError("unsupported", `no such mode: ${mode}`, { hint: `One of ${MODES.join(", ")}` });
}
