import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type AgentEvent,
  type Clock,
  type ImportedFrom,
  type NativeTranscript,
  PROTOCOL_VERSION,
  type SessionId,
} from "@nucleic/protocol/core";
import { closingEvents } from "../session/closing-events.ts";
import { initialState, nextState, type SessionState } from "../session/state-machine.ts";
import type { Store } from "../store.ts";
import { openLog } from "../transcript/open-log.ts";
import { TranscriptWriter } from "../transcript/writer.ts";

export interface StageOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessionId: SessionId;
  readonly transcript: NativeTranscript;
  readonly imported: ImportedFrom;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then, with the number of events so far. */
  readonly onProgress?: ((events: number) => void) | undefined;
}

/** A session's folder that is not in its place yet. Disposing of it removes it, unless it has been put there. */
export interface StagedLog extends AsyncDisposable {
  readonly directory: string;
  readonly events: number;
  /** Makes it the session's folder, in one step. There must be none. */
  place(): Promise<void>;
}

// Enough for a sync to be worth it, little enough to be held.
const maxBacklogBytes = 1024 * 1024;
const progressEvery = 500;

/**
 * Writes what an agent's own file tells as a whole transcript, beside the sessions: a kill in the middle leaves no half
 * session. @throws StorageError; whatever the reading throws
 */
export async function stageLog(options: StageOptions): Promise<StagedLog> {
  const { store, sessionId } = options;
  const directory = join(store.importsDirectory, `${sessionId}.${randomUUID()}`);
  const remove = () => rm(directory, { recursive: true, force: true });
  let placed = false;
  try {
    await store.files.makeDirectory(store.importsDirectory);
    const events = await write(options, join(directory, "transcript.jsonl"));
    return {
      directory,
      events,
      async place() {
        await store.files.rename(directory, store.sessionDirectory(sessionId));
        placed = true;
        await store.files.syncDirectory(store.sessionsDirectory);
      },
      async [Symbol.asyncDispose]() {
        if (!placed) await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function write(options: StageOptions, path: string): Promise<number> {
  const { store, clock, sessionId, transcript, signal, onProgress } = options;
  const log = await openLog(store.files, path, clock, { sessionId });
  await using writer = new TranscriptWriter({
    tail: log.tail,
    clock,
    lastSeq: log.lastSeq,
    endOffset: log.endOffset,
    makeRoom: () => store.reserve.release(),
    onCommit: () => undefined,
    onFailure: () => undefined,
  });
  let state: SessionState = initialState;
  const append = (event: AgentEvent) => {
    state = nextState(state, event);
    writer.append(event, "grouped");
  };
  const common = { v: PROTOCOL_VERSION, sessionId, origin: "runtime" } as const;
  let at = options.imported.importedAt;
  for await (const event of asRun(transcript, options)) {
    signal?.throwIfAborted();
    append(event);
    at = event.at;
    if (writer.lastSeq % progressEvery === 0) onProgress?.(writer.lastSeq);
    if (writer.backlogBytes > maxBacklogBytes) await writer.flush();
  }
  const reason = "the agent's own file ends here";
  for (const body of closingEvents(state, { outcome: "interrupted", reason }))
    append({ ...common, at, ...body });
  await writer.flush();
  onProgress?.(writer.lastSeq);
  return writer.lastSeq;
}

/** As a run of ours has it: the session is started, and its beginning says where it was read from. */
async function* asRun(
  transcript: NativeTranscript,
  { sessionId, imported }: StageOptions,
): AsyncGenerator<AgentEvent, void, undefined> {
  let isFirst = true;
  let isNamed = false;
  for await (const event of transcript) {
    if (isFirst)
      yield {
        v: PROTOCOL_VERSION,
        sessionId,
        at: event.at,
        origin: "runtime",
        kind: "statusChanged",
        from: "created",
        to: "starting",
        reason: `read from ${imported.path}`,
      };
    isFirst = false;
    if (isNamed || event.kind !== "sessionStarted") yield event;
    else {
      isNamed = true;
      yield { ...event, imported };
    }
  }
}
