import type { ProjectId, SessionId, ToolName } from "@nucleic/protocol";

/**
 * What of a tool's input a rule covers. Paths and places are relative to the session's working folder, with `/`, so that
 * a project's rule means the same in every worktree; a place outside of it is absolute.
 */
export type RuleMatch =
  /** Exactly this input, in canonical JSON, or the digest of one that is too long to keep. */
  | { readonly kind: "input"; readonly input: string; readonly place: string }
  /** Exactly this command. */
  | { readonly kind: "command"; readonly command: string; readonly place: string }
  /** These words, then any plain words that name nothing outside of the working folder. */
  | { readonly kind: "commandPrefix"; readonly words: readonly string[]; readonly place: string }
  /** This file, whatever is done to it with the tool. */
  | { readonly kind: "file"; readonly path: string }
  /** Every file below this folder; `.` is the working folder itself. */
  | { readonly kind: "folder"; readonly path: string };

/** What a rule says, without where it holds. */
export interface RuleCore {
  readonly tool: ToolName;
  /** The backend's own name of the tool: another tool under the same shared name is not covered. */
  readonly nativeTool: string;
  readonly match: RuleMatch;
}

/** Something that a person has allowed for good, until it is removed. */
export interface RuleRecord extends RuleCore {
  readonly id: string;
  readonly scope: "session" | "project";
  readonly sessionId?: SessionId;
  readonly projectId?: ProjectId;
  /** All that it covers, in one line. */
  readonly covers: string;
  readonly createdAt: number;
}
