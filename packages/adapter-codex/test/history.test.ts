import { join } from "node:path";
import { historyContract, nativeFixtures } from "@nucleic/adapter-kit/testing";
import { expect, test } from "vitest";
import { codexHistory } from "../src/history/codex-history.ts";

// What Codex itself kept of recorded sessions: fixtures/native, made by scripts/record-native.mjs.
historyContract({
  api: { test, expect },
  fixtures: nativeFixtures(join(import.meta.dirname, "../../../fixtures/native/codex")),
  historyIn: (home) => codexHistory({ HOME: home }),
});
