import { homedir } from "node:os";
import { basename, join } from "node:path";
import {
  type FileEnds,
  isInside,
  isoTime,
  type Json,
  name,
  namesIn,
  nativeTranscript,
  object,
  objects,
  readEnds,
  type SubagentFile,
  text,
  titleLine,
} from "@nucleic/adapter-kit";
import type { HistoryEntry, HistoryListOptions, NativeHistory } from "@nucleic/protocol";
import { translateEnd, translateRecord } from "./record.ts";
import { initialHistory } from "./state.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The sessions that Claude Code keeps: `projects/<folder's name>/<session id>.jsonl` under `CLAUDE_CONFIG_DIR`, else
 * `~/.claude`, and beside each a folder of its name with `subagents/agent-*.jsonl` (2.1.197 and 2.1.332).
 */
export function claudeHistory(env: Env): NativeHistory {
  const projects = join(env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude"), "projects");
  return {
    list: (options = {}) => list(projects, options),
    read: (entry, options) => {
      const { backendSessionId, path, cwd = "/" } = entry;
      return nativeTranscript(entry, options, {
        async open() {
          const model = modelOf((await readEnds(path))?.head ?? []);
          const initial = initialHistory({ sessionId: options.sessionId, backendSessionId, cwd, model });
          return { initial, subagents: await subagentsOf(path) };
        },
        atOf: (value) => isoTime(value.timestamp),
        translate: translateRecord,
        end: translateEnd,
      });
    },
  };
}

async function* list(
  projects: string,
  { cwd, backendSessionId, signal }: HistoryListOptions,
): AsyncGenerator<HistoryEntry, void, undefined> {
  const prefix = cwd === undefined ? "" : cwd.replace(/[^A-Za-z0-9]/g, "-").slice(0, maxPrefixChars);
  for (const project of await namesIn(projects)) {
    if (!project.startsWith(prefix)) continue;
    for (const file of await namesIn(join(projects, project))) {
      signal?.throwIfAborted();
      const id = basename(file, ".jsonl");
      if (id === file || (backendSessionId !== undefined && id !== backendSessionId)) continue;
      const entry = await entryOf(join(projects, project, file), id);
      if (entry && (cwd === undefined || isInside(entry.cwd, cwd))) yield entry;
    }
  }
}

// Long paths are cut and hashed; what stands before that is the same.
const maxPrefixChars = 100;

async function entryOf(path: string, backendSessionId: string): Promise<HistoryEntry | undefined> {
  const ends = await readEnds(path);
  if (!ends) return undefined;
  const { head, sizeBytes, modifiedAt } = ends;
  // A file with no message in it is no conversation: Claude Code makes such for titles alone.
  if (!head.some(({ type }) => type === "user" || type === "assistant")) return undefined;
  const cwd = head.map((record) => name(record.cwd)).find((one) => one !== undefined);
  const title = titleOf(ends);
  const sizes = await Promise.all(
    (await subagentPaths(path)).map(async (one) => (await readEnds(one))?.sizeBytes),
  );
  return {
    backendSessionId,
    path,
    ...(cwd !== undefined && { cwd }),
    ...(title !== undefined && { title }),
    createdAt: firstTime(head) ?? modifiedAt,
    updatedAt: modifiedAt,
    sizeBytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), sizeBytes),
  };
}

/** A person's own title, else the agent's, else what was said first. */
function titleOf({ head, tail }: FileEnds): string | undefined {
  const all = [...head, ...tail];
  const last = (type: string, field: string) => name(all.findLast((record) => record.type === type)?.[field]);
  const title =
    last("custom-title", "customTitle") ?? last("ai-title", "aiTitle") ?? last("summary", "summary");
  return titleLine(title ?? head.map(promptOf).find((prompt) => prompt !== undefined));
}

function promptOf(record: Json): string | undefined {
  if (record.type !== "user" || record.isMeta === true || record.isSidechain === true) return undefined;
  const content = object(record.message)?.content;
  const words = text(content) ?? text(objects(content).find((block) => block.type === "text")?.text);
  return words === undefined || words.startsWith("<") ? undefined : name(words);
}

function firstTime(records: readonly Json[]): number | undefined {
  return records.map((record) => isoTime(record.timestamp)).find((at) => at !== undefined);
}

/** The first model of the session, so that its beginning names it. The replies say it too, later. */
function modelOf(head: readonly Json[]): string | undefined {
  return head
    .map((record) => {
      const attachment = object(record.attachment);
      const identity = attachment?.type === "model" ? object(attachment.identity) : undefined;
      return (
        name(identity?.modelId) ??
        (record.type === "assistant" ? name(object(record.message)?.model) : undefined)
      );
    })
    .find((model) => model !== undefined && model !== "<synthetic>");
}

async function subagentPaths(path: string): Promise<readonly string[]> {
  const dir = join(path.replace(/\.jsonl$/, ""), "subagents");
  const names = await namesIn(dir);
  return names.filter((one) => one.endsWith(".jsonl")).map((one) => join(dir, one));
}

/** What is beside a subagent's file names the call that started it. One without that is nobody's. */
async function subagentsOf(path: string): Promise<readonly SubagentFile[]> {
  const files = await Promise.all(
    (await subagentPaths(path)).map(async (one): Promise<SubagentFile[]> => {
      const meta = await readEnds(one.replace(/\.jsonl$/, ".meta.json"));
      const ends = await readEnds(one);
      const toolCallId = name(meta?.head[0]?.toolUseId);
      if (!ends || toolCallId === undefined) return [];
      return [{ path: one, toolCallId, startsAt: firstTime(ends.head) ?? ends.modifiedAt }];
    }),
  );
  return files.flat();
}
