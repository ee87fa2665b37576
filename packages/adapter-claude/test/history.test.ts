import { join } from "node:path";
import { historyContract, nativeFixtures } from "@nucleic/adapter-kit/testing";
import { expect, test } from "vitest";
import { claudeHistory } from "../src/history/claude-history.ts";

// What Claude Code itself kept of recorded sessions: fixtures/native, made by scripts/record-native.mjs.
historyContract({
  api: { test, expect },
  fixtures: nativeFixtures(join(import.meta.dirname, "../../../fixtures/native/claude")),
  historyIn: (home) => claudeHistory({ HOME: home }),
});
