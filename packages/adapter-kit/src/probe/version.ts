import type { ProbeResult } from "@nucleic/protocol";

/** The oldest version whose protocol an adapter speaks, and those its suite runs on, in any order. */
export interface VersionRange {
  readonly oldest: string;
  readonly tested: readonly string[];
}

/** Where a version stands to the tested ones. `older` than the newest tested, yet new enough, counts as such. */
export function versionStatus(
  version: string | undefined,
  { oldest, tested }: VersionRange,
): NonNullable<ProbeResult["versionStatus"]> {
  if (version === undefined) return "unknown";
  if (tested.includes(version)) return "tested";
  if (compareVersions(version, oldest) < 0) return "unsupported";
  return compareVersions(version, newestOf({ oldest, tested })) > 0 ? "newer" : "older";
}

/** The newest version that the suite runs on. */
export function newestOf({ oldest, tested }: VersionRange): string {
  return tested.reduce((a, b) => (compareVersions(a, b) < 0 ? b : a), oldest);
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
