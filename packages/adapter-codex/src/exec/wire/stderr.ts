import { stripVTControlCharacters } from "node:util";

/** A tool call that stderr alone tells of: Codex has no item for a call that it did not carry out. */
export interface FailedCall {
  /** Codex refused it by its approval policy or sandbox, and would have asked a person if it could. */
  readonly refused: boolean;
  /** What the model was told, as far as it fits in a line. */
  readonly message: string;
  /** What it was about, as the message shows. */
  readonly about: "patch" | "command" | "other";
}

/** `2026-11-30T07:28:29.532031Z ERROR codex_core::tools::router: error=…`, spaces as they come. */
const routerError = /^\d{4}-\d\d-\d\dT\S+\s+ERROR\s+codex_core::tools::router:\s+error=(.+)$/;

const refusal =
  /^(?:approval policy is|approval request|patch rejected|rejected|forbidden)|\bRejected\(|rejected by (?:user|policy)|user approval settings/;

/**
 * Reads a line of stderr of `codex exec` (0.171.0). What it says of a refusal there:
 * - `approval policy is Never; reject command — you cannot ask for escalated permissions …`
 * - `patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings`
 * - `patch rejected: writing outside of the project; rejected by user approval settings`
 *
 * And of calls that the model got wrong: `failed to parse function arguments: …`, `unsupported call: …`,
 * `apply_patch verification failed: …`. Undefined for everything else.
 */
export function readFailedCall(line: string): FailedCall | undefined {
  const message = routerError.exec(stripVTControlCharacters(line).trimEnd())?.[1]?.trim();
  if (message === undefined) return undefined;
  const about = /patch/.test(message) ? "patch" : /command|exec/.test(message) ? "command" : "other";
  return { refused: refusal.test(message), message, about };
}

/** What a program that ended without a word on stdout gave as its reason: its last line that begins with `Error`. */
export function readReason(stderrTail: string): string | undefined {
  const lines = stripVTControlCharacters(stderrTail)
    .split("\n")
    .map((line) => line.trim());
  const said = lines.findLast((line) => /^error\b/i.test(line))?.replace(/^error: /i, "");
  // Outside of a repository it says so without "Error".
  return said ?? lines.findLast((line) => line !== "" && !isNotice(line));
}

function isNotice(line: string): boolean {
  return /^(?:Reading (?:prompt|additional input) from stdin\.\.\.|warning: )/.test(line);
}
