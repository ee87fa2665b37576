import type { ProbeResult } from "@nucleic/protocol";

/** The oldest version whose protocol this adapter speaks, and those the suite runs on. */
export const VERSIONS = { oldest: "2.1.197", tested: ["2.1.197", "2.1.332"] } as const;

/** The version in what `claude --version` prints: `2.1.332 (Claude Code)`. */
export function parseVersion(stdout: string): string | undefined {
  return /^\s*(\d+\.\d+\.\d+)\b/.exec(stdout)?.[1];
}

/** Where a version stands to the tested ones. `older` than the newest tested, yet new enough, counts as such. */
export function versionStatus(version: string | undefined): NonNullable<ProbeResult["versionStatus"]> {
  if (version === undefined) return "unknown";
  if ((VERSIONS.tested as readonly string[]).includes(version)) return "tested";
  if (compareVersions(version, VERSIONS.oldest) < 0) return "unsupported";
  const newest = VERSIONS.tested.reduce<string>(
    (a, b) => (compareVersions(a, b) < 0 ? b : a),
    VERSIONS.oldest,
  );
  return compareVersions(version, newest) > 0 ? "newer" : "older";
}

/** Negative, zero or positive, part by part as numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
