import { type Json, realDir } from "@nucleic/adapter-kit";
import { RUN_MARKER } from "@nucleic/process";
import type { McpServerSpec, SessionSpec } from "@nucleic/protocol";
import { projectTrust } from "../arguments.ts";
import { mcpApprovals } from "../mcp-approvals.ts";
import { mcpLimits } from "../mcp-limits.ts";

/**
 * What `thread/start`, `thread/resume` and `thread/fork` are given, over stdin: nothing of it is in argv or in a file.
 *
 * Approvals, whatever the session's policy: `untrusted`, the only policy of 0.171.0 under which nothing is done that was
 * not asked about, reads included; but for what the user's own `.rules` files allow, which the app-server can't leave out.
 * `on-request` would leave to the model and to Codex's sandbox what is asked, and
 * `never` refuses without a word on stdout. Who answers (a person, a policy, or a policy and then nobody) is the business
 * of the hooks, and every decision is in the transcript.
 *
 * Sandbox: an accepted command that Codex can take apart (`touch a; ls`) still runs in it, so that under `read-only` what
 * was allowed would fail; one that it can't (`echo > a`), or for which the model asked to leave the sandbox, runs outside.
 * Of `allowedTools` it takes those of MCP servers (`mcp__server`, `mcp__server__tool`); it has no others that are not files.
 * Within a sandbox of ours 0.171.0 can't make its own (`bwrap: Creating new namespace failed`), and every command that was
 * allowed would fail: it is told to make none. What it asks about stays the same.
 * `workspace-write` without an entry in `projects` would write one into the user's `config.toml`; there always is one.
 */
export async function threadParams(spec: SessionSpec, runId: string, confined = false): Promise<Json> {
  const addDirs = await Promise.all((spec.addDirs ?? []).map(realDir));
  return {
    cwd: spec.cwd,
    approvalPolicy: "untrusted",
    // The user's settings may name a model to review in their place.
    approvalsReviewer: "user",
    sandbox: confined ? "danger-full-access" : "workspace-write",
    ...(spec.model !== undefined && { model: spec.model }),
    ...(spec.systemPromptAppend !== undefined && { developerInstructions: spec.systemPromptAppend }),
    config: {
      projects: await projectTrust(spec.cwd, spec.trusted),
      // Off by default and marked as unfinished, with a warning that is not for whoever uses us: without it the model can
      // ask a person in plan mode alone.
      features: { default_mode_request_user_input: true },
      suppress_unstable_features_warning: true,
      // By default commands inherit the marker; the user's settings may keep it from them.
      shell_environment_policy: { set: { [RUN_MARKER]: runId } },
      ...(addDirs.length > 0 && { sandbox_workspace_write: { writable_roots: addDirs } }),
      ...(spec.mcpServers && { mcp_servers: mcpServers(spec, runId) }),
    },
  };
}

/** As `[mcp_servers]` of a `config.toml`, beside those of the user. Codex gives a server but a few variables. */
function mcpServers({ mcpServers = {}, allowedTools = [] }: SessionSpec, runId: string): Json {
  return Object.fromEntries(
    Object.entries(mcpServers).map(([name, server]) => [
      name,
      { ...transportOf(server, runId), ...mcpLimits(server), ...mcpApprovals(name, allowedTools) },
    ]),
  );
}

function transportOf(server: McpServerSpec, runId: string): Json {
  return server.transport === "stdio"
    ? { command: server.command, args: server.args, env: { ...server.env, [RUN_MARKER]: runId } }
    : { url: server.url, http_headers: server.headers };
}
