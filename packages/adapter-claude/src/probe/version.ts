import type { VersionRange } from "@nucleic/adapter-kit";

/** The oldest version whose protocol this adapter speaks, and those the suite runs on. */
export const VERSIONS: VersionRange = { oldest: "2.1.197", tested: ["2.1.197", "2.1.332"] };

/** The version in what `claude --version` prints: `2.1.332 (Claude Code)`. */
export function parseVersion(stdout: string): string | undefined {
  return /^\s*(\d+\.\d+\.\d+)\b/.exec(stdout)?.[1];
}
