import { type DecodedStream, type DecodeOptions, decodeLines, Translator } from "@nucleic/adapter-kit";
import { translateEnd } from "./translate/close.ts";
import type { ExecInput } from "./translate/input.ts";
import { type ExecState, initialState } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";
import { decodeExecLine, isRawOnPurpose } from "./wire/decode-line.ts";

/**
 * Reads what `codex exec --json` printed, without its process: a file, a pipe, a capture; of several runs after one
 * another too. Refusals stand on stderr, which is not seen here, so a turn that reads as completed may have failed. A
 * stream that was cut ends without a `runFinished`, and the report names what is open.
 */
export function decodeExecStream(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: DecodeOptions = {},
): DecodedStream {
  return decodeLines<never, ExecState, ExecInput>(source, options, ({ ids, clock, sessionId, cwd }) => ({
    translator: new Translator({
      translate,
      initial: initialState({ sessionId, cwd, resumed: false, processSeen: false }),
      ids,
      clock,
    }),
    read(bytes) {
      const line = decodeExecLine(bytes);
      const surprise = line.status === "unknown" && !isRawOnPurpose(line.type) ? line.type : undefined;
      return {
        input: { kind: "line", line },
        ...(line.status === "invalid" && { invalid: { reason: line.reason, head: line.head } }),
        ...(surprise !== undefined && { uncovered: surprise }),
      };
    },
    overflow: (lengthBytes) => ({ kind: "overflow", lengthBytes }),
    end: translateEnd,
  }));
}
