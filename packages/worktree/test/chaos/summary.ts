import type { SeedReport } from "./run-seed.ts";

/** What the seeds that were played showed, as it stands in bench/CHAOS.md. */
export function chaosSummary(seeds: readonly SeedReport[]): string {
  const done: Record<string, number> = {};
  for (const seed of seeds)
    for (const [what, times] of Object.entries(seed.done)) done[what] = (done[what] ?? 0) + times;
  const bad = seeds.filter((seed) => seed.faults.length > 0);
  const faults = bad.map((seed) => `- seed ${seed.seed}: ${seed.faults.join("; ")}\n`).join("");
  const rows = Object.keys(done)
    .sort()
    .map((what) => `| ${what} | ${done[what]} |`);
  return `# Eight processes, a user and kill -9 on one repository

What \`packages/worktree/test/chaos-report.ts\` saw: **${seeds.length} seeds run, ${bad.length} with a fault.** In each, eight
processes create, edit, commit, integrate, remove and restore worktrees of one repository, keep spare ones ready and take them, are
killed at random moments, and a user commits beside them. Afterwards no commit and no byte may be lost, the user's checkout must hold
what the user put there, the target must hold what was integrated last, no spare may be dirty or without a record, and \`git fsck\` must
be clean. .ci/nightly runs 500; run in pieces with \`--log\`, as the program's head says.

${faults}
| what was done | times |
|---|---|
${rows.join("\n")}
`;
}
