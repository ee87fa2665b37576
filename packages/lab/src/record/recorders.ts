import type { KnownCliName } from "../cli/known-clis.ts";
import { acpDialogue } from "./acp-dialogue.ts";
import { claudeDialogue } from "./claude-dialogue.ts";
import { codexDialogue } from "./codex-dialogue.ts";
import { codexExecDialogue } from "./codex-exec-dialogue.ts";
import type { OpenDialogue } from "./dialogue.ts";
import type { FixtureDirection } from "./fixture.ts";
import type { RecorderName } from "./recorder-name.ts";
import { codexRules, grokRules } from "./recorder-rules.ts";
import type { SanitiseRules } from "./sanitise.ts";

/** How sessions of one CLI are recorded, in one of the ways to talk to it. */
export interface Recorder {
  readonly cli: KnownCliName;
  /** The folder of its fixtures, which holds one for each version. */
  readonly folder: string;
  readonly open: OpenDialogue;
  readonly rules: SanitiseRules;
  /** Lines that are there in one run and not in the next, and are not compared. */
  readonly chance?: RegExp;
  /** Kept beside stdin, stdout and the exit, where it is told nowhere else. */
  readonly also?: readonly FixtureDirection[];
}

const claudeRules: SanitiseRules = {
  idKeys: ["task_id", "agent_id", "agentId", "run_id", "backgroundTaskId", "harnessSectionHash"],
  texts: [
    [/\b(duration_ms: )\d+/g, "$11"],
    [/\bcc-socks\/\d+\.sock/g, "cc-socks/1.sock"],
    // A plan's file is named after the prompt and two random words.
    [/\bplans\/[\w-]+\.md/g, "plans/plan.md"],
  ],
};

/** Whom the lab can record. Add one by adding its entry. */
export const recorders: Readonly<Record<RecorderName, Recorder>> = {
  claude: { cli: "claude", folder: "claude", open: claudeDialogue, rules: claudeRules },
  "codex-appserver": {
    cli: "codex",
    folder: "codex-appserver",
    open: codexDialogue,
    rules: codexRules,
    // What a command prints at once may be told only when it has ended; what the machine lacks, on some machines.
    chance: /^\{"method":"item\/commandExecution\/outputDelta"|could not find bubblewrap/,
  },
  "codex-exec": {
    cli: "codex",
    folder: "codex-exec",
    open: codexExecDialogue,
    rules: codexRules,
    chance: /failed to record rollout items/,
    // Only its arguments say which conversation it goes on with, and only stderr what was refused.
    also: ["start", "stderr"],
  },
  grok: {
    cli: "grok",
    folder: "acp/grok",
    open: acpDialogue({ args: ["agent", "stdio"] }),
    // Titles and summaries are asked of the model on the side, and told when they are there.
    chance: /"(?:last_turn_summary|session_summary_generated|session_info_update)"/,
    rules: grokRules,
  },
  "claude-agent-acp": {
    cli: "claude-agent-acp",
    folder: "acp/claude-agent-acp",
    open: acpDialogue({}),
    rules: claudeRules,
  },
  "codex-acp": {
    cli: "codex-acp",
    folder: "acp/codex-acp",
    // Sent some time after the session, or the reply, has begun: a short turn, or one that is cancelled, ends before.
    chance: /"(?:available_commands_update|usage_update)"/,
    // Its own preset lets commands fail in the sandbox instead of asking for them; without bubblewrap patches fail there too.
    open: acpDialogue({
      args: ["-c", 'approval_policy="untrusted"', "-c", 'sandbox_mode="danger-full-access"'],
      lingers: true,
    }),
    rules: codexRules,
  },
};
