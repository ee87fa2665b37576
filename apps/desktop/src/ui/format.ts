const units = [
  { ms: 86_400_000, letter: "d" },
  { ms: 3_600_000, letter: "h" },
  { ms: 60_000, letter: "min" },
] as const;

/** `5 min`, `now`. */
export function agoText(at: number, now: number): string {
  for (const { ms, letter } of units) if (now - at >= ms) return `${Math.floor((now - at) / ms)} ${letter}`;
  return "now";
}

/** `350 ms`, `4.2 s`, `3 min`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** `$0.04`; what is less than a cent is said to be. */
export function moneyText(usd: number): string {
  return usd > 0 && usd < 0.01 ? "<$0.01" : `$${usd.toFixed(2)}`;
}

/** `950`, `12.3k`, `4.1M`. */
export function countText(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${(count / 1_000).toFixed(count < 100_000 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** `1 file`, `3 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The name of the agent, as a person calls it. */
export function agentName(backend: string): string {
  return names[backend] ?? backend.replace(/^acp:/, "");
}

const names: Readonly<Record<string, string>> = {
  claude: "Claude Code",
  codex: "Codex",
  "codex-exec": "Codex",
  grok: "Grok",
  demo: "Demo agent",
};
