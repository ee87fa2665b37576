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
const older = [
  "packages/adapter-claude/test/contract-197",
  "packages/adapter-claude/test/contract-332-http",
  "packages/adapter-acp/test/contract-claude-agent-acp",
  "apps/cli/test/claude.test.ts",
];
step(
  "the older Claude, its approvals over HTTP, and Claude behind ACP",
  "pnpm",
  ["exec", "vitest", "run", ...older],
  slow,
);
step(
  "calls held over codex-acp's limit",
  "pnpm",
  ["exec", "vitest", "run", "packages/control/test/call-limit.slow"],
  slow,
);
step("containers", "pnpm", ["exec", "vitest", "run", "--project", "sandbox", "container.slow"], slow);
step("agents in every sandbox", "pnpm", ["exec", "vitest", "run", "--project", "cli", "confined.slow"], slow);
step("matrix", "pnpm", ["run", "matrix", "--check", "claude-agent-acp", "gemini", "opencode"]);
step("power cuts", "pnpm", ["exec", "vitest", "run", "--project", "runtime", "crash", "damage"], {
  NUCLEIC_EFFORT: "50",
});
step("upkeep cut off", "pnpm", ["exec", "vitest", "run", "--project", "crash", "maintain"], slow);
step("crashes", process.execPath, [...source, "--no-warnings", "test/crash/nightly.ts", "1000"]);
step("worktree chaos", process.execPath, [...source, "packages/worktree/test/chaos-report.ts", "--write"]);
step("devices on bad networks", process.execPath, [...source, "packages/sync/test/model-report.ts", "10000"]);
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
