import type { SanitiseRules } from "./sanitise.ts";

/** What differs from run to run in what Codex says. */
export const codexRules: SanitiseRules = {
  shortIdKeys: ["processId", "process_id"],
  fixed: { serverName: "lab" },
  texts: [
    [/\b(Chunk ID: )[0-9a-f]+/g, "$11"],
    [/\b(Wall time: )[\d.]+/g, "$10.0000"],
    // Said once or twice, or not at all, where a process ends while a command runs.
    [/[^\n]*failed to record rollout items[^\n]*\n/g, ""],
    [
      /\bsessions\/\d{4}\/\d\d\/\d\d\/rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/g,
      "sessions/2026/01/01/rollout-2026-01-01T00-00-00-",
    ],
    [/ \([^()]*; (?:x86_64|arm64|aarch64)\) \S+ \(/g, " (Lab; x86_64) lab ("],
  ],
};

/** What differs from run to run in what Grok says. */
export const grokRules: SanitiseRules = {
  idKeys: ["attempt_id", "agentAddress"],
  texts: [[/\b(duration_ms=)\d+/g, "$11"]],
};
