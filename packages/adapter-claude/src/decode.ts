import {
  type DecodedStream,
  type DecodeOptions,
  decodeLines,
  type LineReading,
  Translator,
} from "@nucleic/adapter-kit";
import type { TranslateInput } from "./translate/input.ts";
import { initialState } from "./translate/state.ts";
import { translate, translateEnd } from "./translate/translate.ts";
import { isRawOnPurpose } from "./wire/coverage.ts";
import { decodeLine, typeOf } from "./wire/decode-line.ts";
import type { DecodedLine } from "./wire/messages.ts";

/**
 * Reads what Claude Code printed, without its process. A `runFinished` is told only where a result was seen and nothing is
 * open after it; its outcome is that of the last turn. A stream that was cut ends without one.
 *
 * Answers to approvals go over stdin, which is not seen. 332 tells most of them in the tool results that follow; what
 * it does not tell stays open and is named. Nothing is ever told as allowed because it was not told.
 */
export function decodeStream(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: DecodeOptions = {},
): DecodedStream {
  return decodeLines(source, options, ({ ids, clock, sessionId, cwd }) => ({
    translator: new Translator({
      translate,
      initial: initialState({ sessionId, cwd, resumed: false, answersSeen: false }),
      ids,
      clock,
    }),
    read,
    overflow: (lengthBytes): TranslateInput => ({ kind: "overflow", lengthBytes }),
    end: translateEnd,
  }));
}

function read(bytes: Uint8Array): LineReading<TranslateInput> {
  const line = decodeLine(bytes);
  const uncovered = uncoveredType(line);
  return {
    input: { kind: "line", line },
    ...(line.status === "invalid" && { invalid: line }),
    ...(uncovered !== undefined && { uncovered }),
  };
}

/** A line of a known type that became raw holds something that no table names. */
function uncoveredType(line: DecodedLine): string | undefined {
  if (line.status !== "ok" && line.status !== "unknown") return undefined;
  const type = line.status === "ok" ? typeOf(line.message) : line.type;
  return isRawOnPurpose(type) ? undefined : type;
}
