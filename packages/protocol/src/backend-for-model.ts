// The makers' own names of their models. The first prefix that fits decides.
const prefixes: readonly (readonly [prefix: string, backend: string])[] = [
  ["claude-", "claude"],
  ["gpt-", "codex"],
  ["codex-", "codex"],
  ["grok-", "grok"],
  ["gemini-", "acp:gemini"],
];

/**
 * The backend whose agent runs a model, by the model's name: `gpt-5.5` is Codex's, `grok-4` Grok's. Undefined where the
 * name tells nothing: aliases such as `opus` mean something only to one agent.
 *
 * @param overrides backends by prefix of the model's name, asked first; the longest prefix that fits wins
 */
export function backendForModel(
  model: string,
  overrides: Readonly<Record<string, string>> = {},
): string | undefined {
  const own = Object.entries(overrides).toSorted(([a], [b]) => b.length - a.length);
  return [...own, ...prefixes].find(([prefix]) => model.startsWith(prefix))?.[1];
}
