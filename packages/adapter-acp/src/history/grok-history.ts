import { homedir } from "node:os";
import { join } from "node:path";
import {
  isInside,
  isoTime,
  type Json,
  name,
  namesIn,
  nativeTranscript,
  number,
  object,
  readBounded,
  readEnds,
  text,
  titleLine,
} from "@nucleic/adapter-kit";
import type { HistoryEntry, HistoryListOptions, NativeHistory } from "@nucleic/protocol";
import { translateEnd, translateRecord } from "./record.ts";
import { initialGrokHistory } from "./state.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The sessions that Grok keeps: `sessions/<folder, encoded>/<session id>/` under `GROK_HOME`, else `~/.grok`, with what was
 * said and done in `updates.jsonl` and the title in `summary.json` (1.0.41). What its subagents did is in sessions of their
 * own, which are not listed.
 */
export function grokHistory(env: Env): NativeHistory {
  const sessions = join(env.GROK_HOME || join(env.HOME || homedir(), ".grok"), "sessions");
  return {
    list: (options = {}) => list(sessions, options),
    read: (entry, options) =>
      nativeTranscript(entry, options, {
        async open() {
          const { backendSessionId, cwd = "/" } = entry;
          const model = modelOf((await readEnds(entry.path))?.head ?? []);
          return {
            initial: initialGrokHistory({ sessionId: options.sessionId, backendSessionId, cwd, model }),
          };
        },
        atOf,
        translate: translateRecord,
        end: translateEnd,
      }),
  };
}

async function* list(
  sessions: string,
  { cwd, backendSessionId, signal }: HistoryListOptions,
): AsyncGenerator<HistoryEntry, void, undefined> {
  for (const folder of await namesIn(sessions))
    for (const id of await namesIn(join(sessions, folder))) {
      signal?.throwIfAborted();
      if (backendSessionId !== undefined && id !== backendSessionId) continue;
      const entry = await entryOf(join(sessions, folder, id), id);
      if (entry && (cwd === undefined || isInside(entry.cwd, cwd))) yield entry;
    }
}

async function entryOf(dir: string, id: string): Promise<HistoryEntry | undefined> {
  const path = join(dir, "updates.jsonl");
  const ends = await readEnds(path);
  const summary = await summaryOf(join(dir, "summary.json"));
  if (!ends || summary.session_kind === "subagent") return undefined;
  const cwd = name(object(summary.info)?.cwd);
  const said = ends.head.map(promptOf).find((prompt) => prompt !== undefined);
  const title = titleLine(name(summary.generated_title) ?? name(summary.session_summary) ?? said);
  return {
    backendSessionId: id,
    path,
    ...(cwd !== undefined && { cwd }),
    ...(title !== undefined && { title }),
    createdAt:
      isoTime(summary.created_at) ?? ends.head.map(atOf).find((at) => at !== undefined) ?? ends.modifiedAt,
    updatedAt: ends.modifiedAt,
    sizeBytes: ends.sizeBytes,
  };
}

/** Empty where it is missing or damaged: the file of updates stands alone. */
async function summaryOf(path: string): Promise<Json> {
  const read = await readBounded(path);
  if (read.status !== "ok") return {};
  try {
    return object(JSON.parse(read.bytes.toString())) ?? {};
  } catch {
    return {};
  }
}

/** Milliseconds beside the update; seconds around it. */
function atOf(value: Json): number | undefined {
  const exact = number(object(object(value.params)?._meta)?.agentTimestampMs);
  const seconds = number(value.timestamp);
  const at = exact ?? (seconds === undefined ? undefined : seconds * 1000);
  return at === undefined || at < 0 ? undefined : Math.round(at);
}

function updateOf(value: Json): Json {
  return object(object(value.params)?.update) ?? {};
}

function promptOf(value: Json): string | undefined {
  const update = updateOf(value);
  return update.sessionUpdate === "user_message_chunk" ? name(text(object(update.content)?.text)) : undefined;
}

function modelOf(head: readonly Json[]): string | undefined {
  return head
    .map((value) => name(object(updateOf(value)._meta)?.modelId))
    .find((model) => model !== undefined);
}
