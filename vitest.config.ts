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

// One project per package or app; tests stand beside the source, `test/` holds what spans several sources.
const projects = globSync(["packages/*", "apps/*"]).map((root) => ({
  root,
  ...sources,
  test: { ...patience, name: basename(root), include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
}));

// `scripts/matrix.mjs` adds the CLIs that take seconds to start.
const columns = ["test/matrix/*.test.ts", ...(process.env.MATRIX_SLOW ? ["test/matrix/*.slow.ts"] : [])];
const house = { ...patience, name: "house", include: ["test/**/*.test.ts"], exclude: ["test/matrix/**"] };

export default defineConfig({
  test: {
    projects: [
      ...projects,
      { ...sources, test: { ...patience, name: "matrix", include: columns } },
      { test: house },
    ],
    // Most of what is waited for is a real CLI, not this machine's processor.
    maxWorkers: 4,
    sequence: { sequencer: HoldsFirst },
    reporters: ["default", "./scripts/plain-reporter.mjs"],
    coverage: { provider: "v8", include: ["packages/*/src/**"], reporter: ["text-summary", "json-summary"] },
  },
});
