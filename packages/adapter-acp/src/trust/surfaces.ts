import type { ProjectSurface, SurfaceFile } from "./surface.ts";

const mcp: SurfaceFile = { path: ".mcp.json", kind: "mcpServer", above: "everywhere" };
/** What Claude Code writes there while it works. */
const claudeFolder: SurfaceFile = {
  path: ".claude",
  kind: "other",
  ignored: ["worktrees", "projects", "todos", "shell-snapshots", "statsig", "node_modules"],
};

/** Claude Code reads the servers of every folder above too. */
export const claudeProject: ProjectSurface = { files: [claudeFolder, mcp], untrusted: "gated" };

/**
 * Grok reads Claude's and Cursor's files as well as its own, from the folder it works in up to the repository's root, and
 * runs `.envrc` (1.0.41: hooks, MCP servers, language servers and that script were seen to run in a trusted project, and
 * none of them in one that is not).
 */
export const grokProject: ProjectSurface = {
  files: [
    { path: ".grok", kind: "other", above: "repository", ignored: ["worktrees", "node_modules"] },
    { ...claudeFolder, above: "repository" },
    { path: ".cursor", kind: "other", above: "repository" },
    mcp,
    { path: ".envrc", kind: "helper", above: "repository" },
  ],
  untrusted: "gated",
};

/** Skills, with their scripts, stand in `.agents` too, and are offered whether the project is trusted or not. */
export const codexProject: ProjectSurface = {
  files: [
    { path: ".codex", kind: "other", above: "repository" },
    { path: ".agents", kind: "other", above: "repository" },
  ],
  untrusted: "gated",
};

export const geminiProject: ProjectSurface = {
  files: [
    { path: ".gemini", kind: "other" },
    { path: ".env", kind: "env", above: "everywhere" },
  ],
  untrusted: "gated",
};

/**
 * 1.18.33 has a switch that leaves the configuration unread (`OPENCODE_DISABLE_PROJECT_CONFIG`), and runs the plugins in
 * `.opencode/` all the same.
 */
export const opencodeProject: ProjectSurface = {
  files: [
    { path: "opencode.json", kind: "other", above: "repository" },
    { path: "opencode.jsonc", kind: "other", above: "repository" },
    { path: ".opencode", kind: "other", above: "repository", ignored: ["node_modules"] },
  ],
  untrusted: "refuse",
};
