import { type Clock, systemClock } from "@nucleic/protocol/core";
import type { Repository } from "./repository.ts";
import { type ListedSalvage, listSalvage } from "./salvage-list.ts";
import { refs } from "./session-worktree.ts";

/** How long, and how much, to keep. What is not given has no limit. */
export interface RetentionPolicy {
  readonly maxAgeMs?: number;
  /** Of all salvages together; the oldest go first. */
  readonly maxBytes?: number;
  /** However old and large, the newest ones of each session that stay. Default 1. */
  readonly keepPerSession?: number;
}

/** A salvage, and what it takes. */
export interface MeasuredSalvage extends ListedSalvage {
  /** What is stored for it alone: no branch, tag or newer salvage has it. Compressed, as git stores it. */
  readonly bytes: number;
  /** The policy would drop it. */
  readonly expired: boolean;
}

/** What all salvages take. */
export interface SalvageReport {
  /** Newest first. */
  readonly salvages: readonly MeasuredSalvage[];
  readonly totalBytes: number;
  /** Of the expired ones. git gives it back at its next `gc`, two weeks later by default. */
  readonly expiredBytes: number;
}

/** Measures, and says what a policy would drop. Drops nothing. */
export async function reportSalvage(
  repository: Repository,
  policy: RetentionPolicy = {},
  options: { readonly clock?: Clock; readonly signal?: AbortSignal } = {},
): Promise<SalvageReport> {
  const { clock = systemClock, signal } = options;
  const {
    maxAgeMs = Number.POSITIVE_INFINITY,
    maxBytes = Number.POSITIVE_INFINITY,
    keepPerSession = 1,
  } = policy;
  const found = await listSalvage(repository, undefined, signal);
  const salvages: MeasuredSalvage[] = [];
  const seen = new Map<string, number>();
  let totalBytes = 0;
  for (const [at, salvage] of found.entries()) {
    const newer = found.slice(0, at).map(({ commit }) => commit);
    const bytes = await bytesOf(repository, salvage.commit, newer, signal);
    totalBytes += bytes;
    const place = (seen.get(salvage.record.id) ?? 0) + 1;
    seen.set(salvage.record.id, place);
    const isOver = clock.now() - salvage.createdAt > maxAgeMs || totalBytes > maxBytes;
    salvages.push({ ...salvage, bytes, expired: isOver && place > keepPerSession });
  }
  const expiredBytes = salvages.reduce((sum, each) => sum + (each.expired ? each.bytes : 0), 0);
  return { salvages, totalBytes, expiredBytes };
}

/**
 * Drops salvages for good; the caller has asked, or has told somebody. One that was written anew meanwhile stays. Answers
 * the refs that are gone.
 */
export async function dropSalvage(
  { git }: Repository,
  salvages: readonly Pick<ListedSalvage, "ref" | "commit">[],
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { ref, commit } of salvages) {
    // To git, a commit of zeros or none means: whatever is there.
    if (!ref.startsWith(`${refs.archives}/`) || !/^(?!0+$)[0-9a-f]{40,64}$/.test(commit)) continue;
    const { code } = await git.run(["update-ref", "-d", ref, commit], { accept: [0, 1, 128] });
    if (code === 0) dropped.push(ref);
  }
  return dropped;
}

async function bytesOf(
  { git }: Repository,
  commit: string,
  newer: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const others = [`--exclude=${refs.archives}/*`, "--all", ...newer];
  const args = ["rev-list", "--objects", "--disk-usage", commit, "--not", ...others];
  return Number(await git.text(args, signal && { signal }));
}
