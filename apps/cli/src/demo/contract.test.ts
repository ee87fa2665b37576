import { markedProcesses } from "@nucleic/adapter-kit/testing";
import { createIds, systemClock } from "@nucleic/protocol";
import { backendContract } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { openDemo } from "../../test/demo-bench.ts";
import { demoBackend } from "./backend.ts";

backendContract({
  name: "the demo agent",
  api: { describe, test, expect },
  description: demoBackend({
    clock: systemClock,
    ids: createIds(systemClock),
    env: {},
    sessionsDir: "",
  }).describe(),
  open: openDemo,
  // It has no program of its own that could be killed; its commands are marked as those of the run.
  alive: markedProcesses.alive,
});
