import type { SessionSpec } from "@nucleic/protocol";

/** The modes of `--permission-mode` that still ask. `bypassPermissions` and `dontAsk` take the question away. */
export const MODES = ["default", "acceptEdits", "plan"] as const;

/** What a command line is made of. Secrets are in the files it names, never in it. */
export interface ArgvOptions {
  readonly spec: SessionSpec;
  /** The value of `--permission-prompt-tool`. */
  readonly promptTool: string;
  readonly settingsFile: string;
  readonly mcpConfigFile?: string | undefined;
  readonly resume?: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
}

/**
 * The arguments of a run.
 *
 * `--permission-mode` is always given: without it a `defaultMode` of the user's settings counts, and `auto` asks
 * nothing. Until the project is trusted only the user's own settings are read and only our MCP servers are started.
 */
export function buildArgv(options: ArgvOptions): string[] {
  const { spec, resume } = options;
  return [
    "-p",
    "--verbose",
    ...["--output-format", "stream-json", "--input-format", "stream-json"],
    "--include-partial-messages",
    // Echoes each message with our id as the model gets it, so that a steered one is known to have arrived.
    "--replay-user-messages",
    ...["--permission-mode", spec.mode ?? "default"],
    ...["--permission-prompt-tool", options.promptTool],
    ...["--settings", options.settingsFile],
    ...(spec.trusted ? [] : ["--setting-sources", "user", "--strict-mcp-config"]),
    ...(options.mcpConfigFile === undefined ? [] : ["--mcp-config", options.mcpConfigFile]),
    ...(spec.model === undefined ? [] : ["--model", spec.model]),
    ...(spec.systemPromptAppend === undefined ? [] : ["--append-system-prompt", spec.systemPromptAppend]),
    ...(spec.addDirs ?? []).flatMap((dir) => ["--add-dir", dir]),
    ...(resume === undefined
      ? []
      : ["--resume", resume.backendSessionId, ...(resume.fork ? ["--fork-session"] : [])]),
  ];
}
