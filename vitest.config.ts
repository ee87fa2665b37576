import { globSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import HoldsFirst from "./scripts/holds-first.mjs";

// Generous: a loaded machine that starts real programs is slow, not wrong. What hangs still fails.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

// Workspace packages resolve to their src, so that a change is tested without a build.
const sources = {
  resolve: { conditions: ["@nucleic/source"] },
  ssr: { resolve: { conditions: ["@nucleic/source"] } },
};

// What would take .ci/run too long, and runs at night: `NUCLEIC_SLOW=1 pnpm exec vitest run …`.
const slow = (folder: string) => (process.env.NUCLEIC_SLOW ? [`${folder}/*.slow.ts`] : []);

// These start real agents, whose timing is not ours: one that fails is run once more, and the report says so.
const onRealAgents = new Set(["adapter-acp", "adapter-claude", "adapter-codex", "cli", "control", "lab"]);
const retriesOf = (name: string) => (onRealAgents.has(name) ? 1 : 0);

// Loading a package's modules anew for each file costs more than most files do. Where tests keep no state in a module, nor
// watch the process that they run in, the files of a worker share what is loaded.
const sharing = new Set([
  "adapter-acp",
  "adapter-claude",
  "adapter-codex",
  "adapter-kit",
  "policy",
  "protocol",
  "runtime",
  "sync",
]);

// One project per package or app; tests stand beside the source, `test/` holds what spans several sources.
const projects = globSync(["packages/*", "apps/*"]).map((root) => ({
  root,
  ...sources,
  test: {
    ...patience,
    name: basename(root),
    include: ["src/**/*.test.ts", "test/**/*.test.ts", ...slow("test")],
    retry: retriesOf(basename(root)),
    isolate: !sharing.has(basename(root)),
  },
}));

const columns = ["test/matrix/*.test.ts", ...slow("test/matrix")];
// Some of them mount, or put a library below a process: on Linux alone.
const crash = [
  "test/crash/seeds.test.ts",
  ...(process.platform === "linux" ? ["test/crash/*.linux.test.ts", ...slow("test/crash")] : []),
];
const house = {
  ...patience,
  name: "house",
  include: ["test/**/*.test.ts"],
  exclude: ["test/matrix/**", "test/crash/**"],
};

export default defineConfig({
  test: {
    projects: [
      ...projects,
      { ...sources, test: { ...patience, name: "matrix", include: columns, retry: 1 } },
      { ...sources, test: { ...patience, name: "crash", include: crash } },
      { test: house },
    ],
    // Most of what is waited for is a real CLI, not this machine's processor.
    maxWorkers: 4,
    sequence: { sequencer: HoldsFirst },
    reporters: ["default", "./scripts/plain-reporter.mjs"],
    coverage: { provider: "v8", include: ["packages/*/src/**"], reporter: ["text-summary", "json-summary"] },
  },
});
