import { join, relative, resolve } from "node:path";
import {
  ancestorsOf,
  type BoundFile,
  oneLine,
  projectConfig,
  readBounded,
  sha256,
  upToRepository,
  walk,
} from "@nucleic/adapter-kit";
import type { ProjectConfig, ProjectConfigItem } from "@nucleic/protocol/core";
import { parse } from "smol-toml";
import { configItems, hookItems, type Item, ruleItems } from "./config-items.ts";

interface Inspection {
  readonly items: readonly ProjectConfigItem[];
  readonly bound: readonly BoundFile[];
}

const nothing: Inspection = { items: [], bound: [] };

/**
 * What the repository at `dir` would make Codex run or widen, once it is trusted: MCP servers, hooks, environment,
 * sandbox and approval settings of `.codex/config.toml`, `.codex/hooks.json` and the roles in `.codex/agents/`; the rules of
 * `.codex/rules/`, which let commands run outside the sandbox. Of every folder from `dir` up to the root of the repository
 * (0.171.0; see `codexArguments` for what was measured). Shown is more than 0.171.0 obeys: hooks run only if the user has
 * trusted each of them in Codex too, and of a repository it ignores `notify`, `model_provider`, `model_providers`,
 * `openai_base_url`, `chatgpt_base_url`, `profile`, `profiles` and `otel`. It does fetch a repository's `marketplaces`.
 *
 * The hash covers the raw bytes of every file under `.codex/` and `.agents/`, scripts and skills included. `AGENTS.md` is
 * prose and not in it. Skills are prose too, but their scripts are not; Codex offers them for untrusted folders as well.
 */
export async function inspectProject(dir: string): Promise<ProjectConfig> {
  const root = resolve(dir);
  const parts: Inspection[] = [];
  for (const folder of await upToRepository(ancestorsOf(root)))
    for (const start of [".codex", ".agents"]) parts.push(await inspectFolder(root, folder, start));
  return projectConfig(
    parts.flatMap(({ bound }) => bound),
    parts.flatMap(({ items }) => items),
  );
}

async function inspectFolder(root: string, folder: string, start: string): Promise<Inspection> {
  const parts: Inspection[] = [];
  for (const { path, skipped } of await walk(folder, start)) {
    const shown = relative(root, join(folder, path));
    parts.push(
      skipped === undefined ? await inspectFile(join(folder, path), path, shown) : unreadable(shown, skipped),
    );
  }
  return { items: parts.flatMap(({ items }) => items), bound: parts.flatMap(({ bound }) => bound) };
}

/** @param path inside the folder that Codex reads; `shown` relative to the inspected one */
async function inspectFile(file: string, path: string, shown: string): Promise<Inspection> {
  const read = await readBounded(file);
  if (read.status === "absent") return nothing;
  if (read.status === "unreadable") return unreadable(shown, read.reason);
  const items = itemsOf(path, new TextDecoder().decode(read.bytes));
  return {
    items: items.map(({ kind, text }) => ({ file: shown, kind, text: oneLine(text) })),
    bound: [[shown, sha256(read.bytes)]],
  };
}

function itemsOf(path: string, content: string): readonly Item[] {
  if (/^\.codex\/(?:config|agents\/.+)\.toml$/.test(path))
    return parsed(() => configItems(parse(content)), "TOML");
  if (path === ".codex/hooks.json") return parsed(() => hookItems(JSON.parse(content)), "JSON");
  if (/^\.codex\/rules\/.+\.rules$/.test(path)) return ruleItems(content);
  return [];
}

function parsed(read: () => readonly Item[], language: string): readonly Item[] {
  try {
    return read();
  } catch {
    return [{ kind: "unreadable", text: `not valid ${language}` }];
  }
}

function unreadable(file: string, reason: string): Inspection {
  return {
    items: [{ file, kind: "unreadable", text: oneLine(reason) }],
    bound: [[file, `unreadable: ${reason}`]],
  };
}
