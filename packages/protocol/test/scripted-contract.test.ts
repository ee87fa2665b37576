import { describe, expect, test } from "vitest";
import type { BackendCapabilities } from "../src/capabilities.ts";
import { backendContract } from "../src/testing/contract/backend-contract.ts";
import { scriptedBackend } from "../src/testing/scripted/backend.ts";
import { openScripted } from "./open-scripted.ts";

const agents: Readonly<Record<string, Partial<BackendCapabilities>>> = {
  "the scripted agent": {},
  "a scripted agent of few abilities": {
    canModifyToolInput: false,
    partialMessageStreaming: false,
    followUpWhileRunning: false,
    canFork: false,
    canSetModel: false,
    canSetMode: false,
    supportsImages: false,
  },
};

for (const [name, capabilities] of Object.entries(agents))
  backendContract({
    name,
    api: { describe, test, expect },
    description: scriptedBackend({ scenario: { name, replies: [] }, capabilities }).describe(),
    open: (scenario) => openScripted(scenario, capabilities),
    kill: async ({ backend }) => backend.crash(),
    otherModel: "another-model",
    timeoutMs: 10_000,
  });
