import type { KnownCliName } from "../cli/known-clis.ts";
import type { ModelApiName } from "../model/scripted-model.ts";
import { claudeDialogue } from "./claude-dialogue.ts";
import type { OpenDialogue } from "./dialogue.ts";
import type { SanitiseRules } from "./sanitise.ts";

/** How sessions of one CLI are recorded. */
export interface Recorder {
  readonly api: ModelApiName;
  readonly open: OpenDialogue;
  readonly rules: SanitiseRules;
}

/** The CLIs that can be recorded. Add one by adding its entry. */
export const recorders = {
  claude: {
    api: "anthropic-messages",
    open: claudeDialogue,
    rules: {
      idKeys: ["task_id", "agent_id", "agentId", "run_id", "backgroundTaskId", "harnessSectionHash"],
      texts: [
        [/\b(duration_ms: )\d+/g, "$11"],
        [/\bcc-socks\/\d+\.sock/g, "cc-socks/1.sock"],
        // A plan's file is named after the prompt and two random words.
        [/\bplans\/[\w-]+\.md/g, "plans/plan.md"],
      ],
    },
  },
} as const satisfies Partial<Record<KnownCliName, Recorder>>;
