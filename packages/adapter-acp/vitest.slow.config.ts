import { defineConfig } from "vitest/config";

/** The contract on the agents that take seconds to start: `pnpm --filter @nucleic/adapter-acp test:slow`. */
export default defineConfig({
  resolve: { conditions: ["@nucleic/source"] },
  ssr: { resolve: { conditions: ["@nucleic/source"] } },
  test: { include: ["test/**/*.slow.ts"], testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 2 },
});
