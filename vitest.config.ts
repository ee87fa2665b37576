import { globSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import HoldsFirst from "./scripts/holds-first.mjs";

// Generous: a loaded machine that starts real programs is slow, not wrong. What hangs still fails.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

// One project per package or app; tests stand beside the source, `test/` holds what spans several sources.
const projects = globSync(["packages/*", "apps/*"]).map((root) => ({
  root,
  // Workspace packages resolve to their src, so that a change is tested without a build.
  resolve: { conditions: ["@nucleic/source"] },
  ssr: { resolve: { conditions: ["@nucleic/source"] } },
  test: { ...patience, name: basename(root), include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
}));

export default defineConfig({
  test: {
    projects: [...projects, { test: { ...patience, name: "house", include: ["test/**/*.test.ts"] } }],
    // Most of what is waited for is a real CLI, not this machine's processor.
    maxWorkers: 4,
    sequence: { sequencer: HoldsFirst },
    reporters: ["default", "./scripts/plain-reporter.mjs"],
    coverage: { provider: "v8", include: ["packages/*/src/**"], reporter: ["text-summary", "json-summary"] },
  },
});
