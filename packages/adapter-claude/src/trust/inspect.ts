import { join, relative, resolve } from "node:path";
import {
  ancestorsOf,
  type BoundFile,
  mainCheckout,
  projectConfig,
  readBounded,
  sha256,
  walk,
} from "@nucleic/adapter-kit";
import type { ProjectConfig } from "@nucleic/protocol";
import { type Finding, finding } from "./finding.ts";
import { importFindings, markdownFindings } from "./markdown-findings.ts";
import { mcpFindings, settingsFindings } from "./settings-findings.ts";

/** Written by the CLI while it works; nothing in it is read as configuration. */
const IGNORED = new Set(["worktrees", "projects", "todos", "shell-snapshots", "statsig", "node_modules"]);

/** What was found, and a line for each file that trust is bound to. */
export interface Inspection {
  readonly findings: readonly Finding[];
  readonly bound: readonly BoundFile[];
}

/**
 * What the repository at `dir` would make Claude Code run or widen: hooks, environment, helper commands, MCP servers,
 * allow rules, modes and plugins of `.claude/settings*.json` and `.mcp.json`; front matter and inline commands of its
 * commands, skills and subagents; imports of `CLAUDE.md` from outside. And what it reads elsewhere on behalf of `dir`: an
 * `.mcp.json` of a folder above, the local settings of the main checkout of a worktree.
 *
 * The hash covers the raw bytes of `.mcp.json` and of every file under `.claude/`, hook scripts included. Of `CLAUDE.md`
 * it covers the outside imports only: the rest is prose, and trust that ends with each edit of it would be worth little.
 */
export async function inspectProject(dir: string): Promise<ProjectConfig> {
  const { findings, bound } = await inspectRepository(dir);
  const shown = findings.filter((found) => found.widens !== "narrows");
  const items = shown.map(({ file, kind, text }) => ({ file, kind, text }));
  return projectConfig(bound, items);
}

/** As {@link inspectProject}, with what each finding does to our being asked. */
export async function inspectRepository(dir: string): Promise<Inspection> {
  const parts = [await inspectClaudeDir(dir, ".claude"), await inspectLocalSettings(dir)];
  // Every folder above is looked into for servers (both versions, measured).
  for (const folder of ancestorsOf(resolve(dir)))
    parts.push(await inspectFile(dir, relative(dir, join(folder, ".mcp.json"))));
  for (const file of ["CLAUDE.md", "CLAUDE.local.md"]) {
    const { findings } = await inspectFile(dir, file);
    parts.push({ findings, bound: [] });
  }
  return { findings: parts.flatMap((part) => part.findings), bound: parts.flatMap((part) => part.bound) };
}

/**
 * In a worktree, and below the root of a repository, 2.1.332 reads the local settings of the main checkout. They go by
 * their usual name, so that a worktree has the hash of the checkout it was made from.
 */
async function inspectLocalSettings(dir: string): Promise<Inspection> {
  const main = await mainCheckout(resolve(dir));
  if (main === undefined || main === resolve(dir)) return { findings: [], bound: [] };
  return await inspectFile(main, ".claude/settings.local.json");
}

/** Everything in one `.claude` folder: a repository's, or the user's own. */
export async function inspectClaudeDir(root: string, path: string): Promise<Inspection> {
  const parts: Inspection[] = [];
  for (const entry of await walk(root, path, IGNORED))
    parts.push(
      entry.skipped === undefined
        ? await inspectFile(root, entry.path)
        : unreadable(entry.path, entry.skipped),
    );
  return { findings: parts.flatMap((part) => part.findings), bound: parts.flatMap((part) => part.bound) };
}

/** The one file, read by its place: settings, MCP servers, Markdown, or only bound by the hash. */
export async function inspectFile(root: string, path: string): Promise<Inspection> {
  const read = await readBounded(join(root, path));
  if (read.status === "absent") return { findings: [], bound: [] };
  if (read.status === "unreadable") return unreadable(path, read.reason);
  const bound = [[path, sha256(read.bytes)]] as const;
  const text = new TextDecoder().decode(read.bytes);
  return { findings: findingsOf(path, text), bound };
}

function findingsOf(path: string, text: string): Finding[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^(?:\.claude\/)?settings(?:\.local)?\.json$/.test(path))
    return withJson(path, text, (json) => settingsFindings(path, json));
  if (name === ".mcp.json") return withJson(path, text, (json) => mcpFindings(path, json));
  if (/^CLAUDE(?:\.local)?\.md$/.test(name)) return importFindings(path, text);
  if (name.toLowerCase().endsWith(".md")) return markdownFindings(path, text);
  return [];
}

function withJson(path: string, text: string, read: (json: unknown) => Finding[]): Finding[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return [finding(path, "unreadable", "not valid JSON", "any")];
  }
  return read(json);
}

function unreadable(path: string, reason: string): Inspection {
  return { findings: [finding(path, "unreadable", reason, "any")], bound: [[path, `unreadable: ${reason}`]] };
}
