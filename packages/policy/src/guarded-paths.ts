/** Names that make some agent or git run code when they are written. */
const guarded: ReadonlySet<string> = new Set([
  ".git",
  ".claude",
  ".mcp.json",
  ".codex",
  ".agents",
  ".gemini",
  ".env",
  ".grok",
  ".cursor",
  ".envrc",
  "opencode.json",
  "opencode.jsonc",
  ".opencode",
]);

/**
 * Whether a path, or a folder on its way, configures an agent or git. Such paths are written only where a person has
 * seen the very write, in any folder. Letter case does not count: file systems differ in it.
 */
export function isGuardedPath(path: string): boolean {
  return path.split(/[\\/]/).some((part) => guarded.has(part.toLowerCase()));
}

/** As `isGuardedPath`, for a word of a command, where a path may stand behind an option's letters. */
export function mentionsGuardedPath(word: string): boolean {
  const lower = word.toLowerCase();
  return [...guarded].some((name) => lower.endsWith(name) || lower.includes(`${name}/`));
}
