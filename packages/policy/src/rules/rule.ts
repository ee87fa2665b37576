import type { Risk, ToolName } from "@nucleic/protocol";
import type { InsideOf } from "../posix-path.ts";

/**
 * What of a tool's input a rule covers. Paths and places are relative to the session's working folder, with `/`, so that
 * a project's rule means the same in every worktree; a place outside of it is absolute.
 */
export type RuleMatch =
  /** Exactly this input, in canonical JSON, or the digest of one that is too long to keep. */
  | { readonly kind: "input"; readonly input: string; readonly place: string }
  /** Exactly this command. */
  | { readonly kind: "command"; readonly command: string; readonly place: string }
  /** These words, then any plain words that name nothing outside of the working folder. Of earlier versions. */
  | { readonly kind: "commandPrefix"; readonly words: readonly string[]; readonly place: string }
  /** One command of plain words, anywhere in the working folder. */
  | CommandPattern
  /** This file, whatever is done to it with the tool. */
  | { readonly kind: "file"; readonly path: string }
  /** Every file below this folder; `.` is the working folder itself. */
  | { readonly kind: "folder"; readonly path: string };

/** Commands by their words, as the shell takes them. */
export interface CommandPattern {
  readonly kind: "commandPattern";
  /** A word as it has to be, or `null` for any one that is no option. */
  readonly words: readonly (string | null)[];
  /** Whether further words may follow. */
  readonly rest: boolean;
  /** The gravest risk that is covered. */
  readonly upTo: Risk;
}

/** What a rule says, without where it holds. */
export interface RuleCore {
  readonly tool: ToolName;
  /** The backend's own name of the tool: another tool under the same shared name is not covered. */
  readonly nativeTool: string;
  readonly match: RuleMatch;
}

/** Where rules are looked at. */
export interface RuleGround {
  /** The session's working folder, absolute. */
  readonly folder: string;
  /** Tells where a path really is. */
  readonly insideOf: InsideOf;
}
