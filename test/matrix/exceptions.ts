import type { CliName } from "./clis.ts";
import type { Play, Saw } from "./play.ts";

/** Why a cell is not ✓, and what shows that it is so. */
export type Exception =
  | {
      readonly verdict: "notOffered";
      /** For the page. */
      readonly evidence: string;
      /** Throws where the evidence is no longer true. */
      prove(play: Play): Promise<void>;
    }
  | {
      readonly verdict: "differs";
      /** For the page. */
      readonly how: string;
      /** Throws where it came otherwise. What the row expects must not have come either. */
      instead(saw: Saw): void;
    };

/** Every cell that is not ✓, by CLI and scenario. A cell that stands here and works fails its test. */
export const exceptions: Readonly<Record<CliName, Readonly<Record<string, Exception>>>> = {
  claude: {},
  codex: {},
  "codex-exec": {},
  grok: {},
  "claude-agent-acp": {},
  "codex-acp": {},
  gemini: {},
  opencode: {},
};
