import type { VersionRange } from "@nucleic/adapter-kit";

/** The oldest version whose protocols this adapter speaks, and those the suite runs on. */
export const VERSIONS = { oldest: "0.171.0", tested: ["0.171.0"] } as const satisfies VersionRange;

/** The version in what `codex --version` prints: `codex-cli 0.171.0`, or with a suffix as in `0.172.0-alpha.1`. */
export function parseVersion(stdout: string): string | undefined {
  return /^\s*codex(?:-cli)? (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
}
