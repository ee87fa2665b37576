import { join } from "node:path";
import { historyContract, nativeFixtures } from "@nucleic/adapter-kit/testing";
import { expect, test } from "vitest";
import { grokHistory } from "../src/history/grok-history.ts";

// What Grok itself kept of recorded sessions: fixtures/native, made by scripts/record-native.mjs.
historyContract({
  api: { test, expect },
  fixtures: nativeFixtures(join(import.meta.dirname, "../../../fixtures/native/grok")),
  historyIn: (home) => grokHistory({ HOME: home }),
});
