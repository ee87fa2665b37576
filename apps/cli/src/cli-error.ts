import { type ExitCode, exitCodes } from "./exit-code.ts";

/** What can be wrong with a command itself. Faults of sessions, worktrees and processes keep their own errors. */
export type CliErrorCode =
  | "usage"
  | "noSuchSession"
  | "noSuchRule"
  | "ambiguousId"
  | "noSuchApproval"
  | "noSuchDevice"
  | "unknownRemote"
  | "localOnly"
  | "unknownProject"
  | "notWhole"
  | "badRelayFile"
  | "noAgent"
  | "badTokenFile"
  | "badWebhook"
  | "projectInUse"
  | "needsTerminal"
  | "noPage"
  | "fileExists"
  | "hostRunning";

/** A command that cannot be done: what, why, and in `hint` what to do next. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: CliErrorCode;
  readonly hint: string | undefined;

  constructor(code: CliErrorCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Not the command line but the state of things is in the way. */
const failures: ReadonlySet<CliErrorCode> = new Set([
  "projectInUse",
  "noAgent",
  "hostRunning",
  "noPage",
  "fileExists",
]);

/** The exit code that an error ends the command with. */
export function exitCodeOf(error: unknown): ExitCode {
  const { code } = error as { code?: unknown };
  if (code === "notARepository" || code === "noTarget") return exitCodes.usage;
  if (!(error instanceof CliError) || failures.has(error.code)) return exitCodes.failed;
  return exitCodes.usage;
}
