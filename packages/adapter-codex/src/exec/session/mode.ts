import { NucleicError } from "@nucleic/protocol/core";

/** Codex's sandboxes as modes. `danger-full-access` is none of them: with nobody to ask, nothing would hold it back. */
export const MODES = ["workspace-write", "read-only"] as const;

export const DEFAULT_MODE = "workspace-write";

/** @throws NucleicError `unsupported` */
export function checkMode(mode: string): void {
  if ((MODES as readonly string[]).includes(mode)) return;
  throw new NucleicError("unsupported", `no such mode: ${mode}`, { hint: `One of ${MODES.join(", ")}` });
}
