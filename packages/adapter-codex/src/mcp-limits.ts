import type { McpServerSpec } from "@nucleic/protocol";
import type { TomlTable } from "./toml.ts";

/** How long a call of one of the server's tools may take; by default Codex gives it up after a minute (0.171.0). */
export function mcpLimits({ callTimeoutMs }: McpServerSpec): TomlTable {
  return callTimeoutMs === undefined ? {} : { tool_timeout_sec: Math.ceil(callTimeoutMs / 1_000) };
}
