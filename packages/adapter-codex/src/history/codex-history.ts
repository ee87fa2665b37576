import { homedir } from "node:os";
import { join } from "node:path";
import {
  isInside,
  isoTime,
  type Json,
  name,
  namesIn,
  nativeTranscript,
  object,
  objects,
  readEnds,
  text,
  titleLine,
} from "@nucleic/adapter-kit";
import type { HistoryEntry, HistoryListOptions, NativeHistory } from "@nucleic/protocol";
import { translateEnd, translateRecord } from "./record.ts";
import { textOf } from "./rollout-item.ts";
import { initialRollout } from "./state.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The threads that Codex keeps: `sessions/YYYY/MM/DD/rollout-<time>-<thread id>.jsonl` under `CODEX_HOME`, else `~/.codex`, and
 * those that were put away in `archived_sessions` (0.171.0).
 */
export function codexHistory(env: Env): NativeHistory {
  const home = env.CODEX_HOME || join(env.HOME || homedir(), ".codex");
  return {
    list: (options = {}) => list(home, options),
    read: (entry, options) => {
      const { path, backendSessionId, cwd = "/" } = entry;
      return nativeTranscript(entry, options, {
        async open() {
          const model = modelOf((await readEnds(path))?.head ?? []);
          return { initial: initialRollout(options.sessionId, backendSessionId, cwd, model) };
        },
        atOf: (value) => isoTime(value.timestamp),
        translate: translateRecord,
        end: translateEnd,
      });
    },
  };
}

const rollout = /^rollout-.*-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

async function* list(
  home: string,
  { cwd, backendSessionId, signal }: HistoryListOptions,
): AsyncGenerator<HistoryEntry, void, undefined> {
  for await (const path of rolloutsIn(home)) {
    signal?.throwIfAborted();
    const id = rollout.exec(path.slice(path.lastIndexOf("/") + 1))?.[1];
    if (id === undefined || (backendSessionId !== undefined && id !== backendSessionId)) continue;
    const entry = await entryOf(path, id);
    if (entry && (cwd === undefined || isInside(entry.cwd, cwd))) yield entry;
  }
}

/** Newest day first. */
async function* rolloutsIn(home: string): AsyncGenerator<string, void, undefined> {
  const below = async (dir: string) => (await namesIn(dir)).map((one) => join(dir, one)).reverse();
  for (const year of await below(join(home, "sessions")))
    for (const month of await below(year)) for (const day of await below(month)) yield* await below(day);
  yield* await below(join(home, "archived_sessions"));
}

async function entryOf(path: string, backendSessionId: string): Promise<HistoryEntry | undefined> {
  const ends = await readEnds(path);
  const meta = object(ends?.head.find(({ type }) => type === "session_meta")?.payload);
  // A subagent's thread is told of in that of its parent.
  if (!ends || !meta || object(meta.source)?.subagent !== undefined) return undefined;
  const cwd = name(meta.cwd);
  const title = titleLine(ends.head.map(promptOf).find((prompt) => prompt !== undefined));
  return {
    backendSessionId,
    path,
    ...(cwd !== undefined && { cwd }),
    ...(title !== undefined && { title }),
    createdAt: isoTime(meta.timestamp) ?? isoTime(ends.head[0]?.timestamp) ?? ends.modifiedAt,
    updatedAt: ends.modifiedAt,
    sizeBytes: ends.sizeBytes,
  };
}

function promptOf({ payload: native }: Json): string | undefined {
  const payload = object(native) ?? {};
  if (payload.type === "user_message") return name(payload.message);
  const item = object(payload.item);
  if (payload.type === "item_completed" && item?.type === "UserMessage") return name(textOf(item.content));
  if (payload.type !== "message" || payload.role !== "user") return undefined;
  // What Codex itself says for the user's part stands in tags.
  const words = text(objects(payload.content)[0]?.text);
  return words === undefined || words.startsWith("<") ? undefined : name(words);
}

function modelOf(head: readonly Json[]): string | undefined {
  const context = head.find(({ type }) => type === "turn_context");
  return name(object(context?.payload)?.model);
}
