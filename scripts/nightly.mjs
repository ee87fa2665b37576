// Runs what .ci/nightly promises, one thing after the other: timings must not disturb each other.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const minutes = process.argv[2] ?? "720";
const source = ["--conditions=@nucleic/source"];
const failed = [];

const holds = step("holds", process.execPath, [
  ...source,
  "packages/adapter-claude/test/hold-report.ts",
  "--minutes",
  minutes,
]);
if (holds.trim() !== "") writeFileSync(join(root, "bench/HOLDS.md"), report(holds));
step("recordings", process.execPath, [...source, "scripts/record.mjs", "--check"]);
const slow = { NUCLEIC_SLOW: "1" };
const older = ["packages/adapter-claude/test/contract-197", "apps/cli/test/claude.test.ts"];
step("the older Claude", "pnpm", ["exec", "vitest", "run", ...older], slow);
step(
  "calls held over codex-acp's limit",
  "pnpm",
  ["exec", "vitest", "run", "packages/control/test/call-limit.slow"],
  slow,
);
step("matrix", "pnpm", ["run", "matrix", "--check", "gemini", "opencode"]);
step("power cuts", "pnpm", ["exec", "vitest", "run", "--project", "runtime", "crash", "damage"], {
  NUCLEIC_EFFORT: "50",
});
step("upkeep cut off", "pnpm", ["exec", "vitest", "run", "--project", "crash", "maintain"], slow);
step("crashes", process.execPath, [...source, "--no-warnings", "test/crash/nightly.ts", "1000"]);
const chaos = step("worktree chaos", process.execPath, [
  ...source,
  "packages/worktree/test/chaos-report.ts",
  "500",
]);
if (chaos.trim() !== "") writeFileSync(join(root, "bench/CHAOS.md"), chaosReport(chaos));
step("bench", "pnpm", ["run", "bench", "--write"]);

if (failed.length > 0) {
  console.error(`nightly: failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

function step(name, command, args, env = {}) {
  console.log(`nightly: ${name}`);
  const options = { cwd: root, env: { ...process.env, ...env }, encoding: "utf8" };
  const run = spawnSync(command, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  process.stdout.write(run.stdout ?? "");
  if (run.status !== 0) failed.push(name);
  return run.stdout ?? "";
}

function report(lines) {
  const rows = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(
      (r) => `| ${r.version} | ${r.transport} | ${r.minutes} min | ${r.asked} | ${r.ok ? "yes" : "**no**"} |`,
    );
  return `# Approvals held for a long time

What \`packages/adapter-claude/test/hold-report.ts --minutes ${minutes}\` saw, the step that \`.ci/nightly\` begins with: the real
Claude Code waits for an answer that long; then the tool is allowed, runs, and the turn goes on. \`.ci/run\` holds each for six
minutes.

| version | transport | held | asked | allowed, ran, went on |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

function chaosReport(lines) {
  const seeds = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const done = {};
  for (const seed of seeds) {
    for (const [what, times] of Object.entries(seed.done)) done[what] = (done[what] ?? 0) + times;
  }
  const bad = seeds.filter((seed) => seed.faults.length > 0);
  const rows = Object.keys(done)
    .sort()
    .map((what) => `| ${what} | ${done[what]} |`);
  const faults = bad.map((seed) => `- seed ${seed.seed}: ${seed.faults.join("; ")}`);
  return `# Eight processes, a user and kill -9 on one repository

What \`packages/worktree/test/chaos-report.ts\` saw: **${seeds.length} seeds run, ${bad.length} with a fault.** In each, eight
processes create, edit, commit, integrate, remove and restore worktrees of one repository, are killed at random moments, and a user
commits beside them. Afterwards no commit and no byte may be lost, the user's checkout must hold what the user put there, the target
must hold what was integrated last, and \`git fsck\` must be clean. .ci/nightly runs 500.

${faults.join("\n")}
| what was done | times |
|---|---|
${rows.join("\n")}
`;
}
