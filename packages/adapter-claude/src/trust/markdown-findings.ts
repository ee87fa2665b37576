import { type Finding, finding } from "./finding.ts";

const KEYS: Readonly<Record<string, { kind: Finding["kind"]; widens: Finding["widens"] }>> = {
  hooks: { kind: "hook", widens: "answers" },
  "allowed-tools": { kind: "allowRule", widens: "any" },
  allowedTools: { kind: "allowRule", widens: "any" },
  // A subagent in `bypassPermissions` asks nothing at all on 2.1.197; 2.1.332 asks all the same.
  permissionMode: { kind: "mode", widens: "any" },
  mcpServers: { kind: "mcpServer", widens: "none" },
};

/**
 * What a command, skill or subagent (Markdown with a YAML front matter) would run or widen. Front matter is read by its
 * top-level keys alone: it is shown to a person, never obeyed here, and a key we misread is still in the hash.
 */
export function markdownFindings(file: string, text: string): Finding[] {
  const found: Finding[] = [];
  const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1] ?? "";
  const lines = frontMatter.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const key = /^["']?([A-Za-z-]+)["']?[ \t]*:/.exec(line)?.[1];
    const what = key === undefined ? undefined : KEYS[key];
    if (!what) continue;
    const end = lines.findIndex((other, at) => at > index && /^\S/.test(other) && !other.startsWith("-"));
    const block = lines.slice(index, end === -1 ? undefined : end).join(" ");
    found.push(finding(file, what.kind, block, what.widens));
  }
  // Flow style and escapes can spell a key in ways the lines above do not see.
  if (
    found.length === 0 &&
    (/^\s*[{?&*!]|\\/m.test(frontMatter) || Object.keys(KEYS).some((key) => frontMatter.includes(key)))
  )
    found.push(finding(file, "other", frontMatter, "any"));
  // `!`command`` and a fence opened by ```! run as soon as the command or skill is used.
  for (const match of text.matchAll(/!`([^`\n]+)`|^```!\s*\n([\s\S]*?)^```/gm))
    found.push(finding(file, "hook", `runs when used: ${match[1] ?? match[2] ?? ""}`));
  return found;
}

/** Files outside of the project that a `CLAUDE.md` pulls into the prompt by `@path`. */
export function importFindings(file: string, text: string): Finding[] {
  const outside = [...text.matchAll(/(?:^|\s)@((?:~|\/|\.\.\/)[^\s`]*)/g)].map((match) => match[1] ?? "");
  return [...new Set(outside)].map((path) => finding(file, "other", `puts ${path} into the prompt`));
}
