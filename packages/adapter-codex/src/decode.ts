import {
  type DecodedStream,
  type DecodeOptions,
  type DecodeSetting,
  decodeLines,
  type LineReader,
  type LineReading,
  Translator,
} from "@nucleic/adapter-kit";
import type { TranslateInput } from "./translate/input.ts";
import type { NativeAsk } from "./translate/native-ask.ts";
import { type CodexState, initialState } from "./translate/state.ts";
import { translate, translateEnd } from "./translate/translate.ts";
import { coverageOf, items, notifications, requests } from "./wire/coverage.ts";
import { decodeLine } from "./wire/decode-line.ts";
import type { ThreadStartResponse } from "./wire/generated/0.171.0/types.ts";
import type { DecodedLine, Loose } from "./wire/messages.ts";
import { isObject, name, object, text } from "./wire/read.ts";

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads what an app-server printed, without its process: a file, a pipe, a capture. What a client sent is not seen: the
 * thread is known by the answer that started it, messages by their items, and an approval stays open, since no line says
 * how it was answered. Where the server went on to another thread, its session begins where that one was started.
 */
export function decodeStream(source: Bytes, options: DecodeOptions = {}): DecodedStream {
  return decodeLines(source, options, reader);
}

function reader({
  ids,
  clock,
  sessionId,
  cwd,
}: DecodeSetting): LineReader<NativeAsk, CodexState, TranslateInput> {
  const initial = initialState({ sessionId, cwd, answersSeen: false });
  return {
    translator: new Translator({ translate, initial, ids, clock }),
    read: (bytes) => reading(decodeLine(bytes)),
    overflow: (lengthBytes) => ({ kind: "overflow", lengthBytes }),
    end: translateEnd,
  };
}

function reading(line: DecodedLine): LineReading<TranslateInput> {
  const input = threadOf(line) ?? ({ kind: "line", line } as const);
  if (line.status === "invalid") return { input, invalid: { reason: line.reason, head: line.head } };
  const uncovered = uncoveredType(line);
  return uncovered === undefined ? { input } : { input, uncovered };
}

/** The answer to `thread/start`, `thread/resume` or `thread/fork`: alone of all answers it has a thread and its model. */
function threadOf(line: DecodedLine): TranslateInput | undefined {
  if (line.status !== "response" || !isObject(line.result)) return undefined;
  const { thread: native, model }: Loose<ThreadStartResponse> = line.result;
  const thread = object(native);
  if (!thread || name(model) === undefined) return undefined;
  const resumed = Array.isArray(thread.turns) && thread.turns.length > 0;
  return { kind: "threadStarted", result: line.result, resumed };
}

/** The name of what no table names. */
function uncoveredType(line: DecodedLine): string | undefined {
  switch (line.status) {
    case "notification": {
      if (!coverageOf(notifications, line.method)) return line.method;
      const type = text(object(line.params.item)?.type);
      return type === undefined || coverageOf(items, type) ? undefined : `${line.method} ${type}`;
    }
    case "request":
      return coverageOf(requests, line.method) ? undefined : line.method;
    case "unknown":
      return "no message";
    default:
      return undefined;
  }
}
