import {
  type DecodedStream,
  type DecodeOptions,
  decodeLines,
  type LineReading,
  Translator,
} from "@nucleic/adapter-kit";
import { type KnownAgentId, knownAgents, quirksOfCommand } from "./quirks/find-quirks.ts";
import type { TranslateInput } from "./translate/input.ts";
import { isForeign } from "./translate/raw.ts";
import { type AcpState, initialState } from "./translate/state.ts";
import { isWarning } from "./translate/text.ts";
import { translate, translateEnd } from "./translate/translate.ts";
import { isRawOnPurpose } from "./wire/coverage.ts";
import { decodeLine, typeOf } from "./wire/decode-line.ts";
import type { DecodedLine } from "./wire/messages.ts";
import { at, text } from "./wire/read.ts";

/** As for any agent, and which of them it is. */
export interface AcpDecodeOptions extends DecodeOptions {
  /** Whose words these are, until the agent's own `agentInfo` says so. Default: an agent without quirks. */
  readonly agent?: KnownAgentId;
}

/**
 * Reads what an ACP agent printed, without its process and without what it was told: the lines from the agent to the
 * client. Turns are told apart by the answers to session/prompt, so what a person said is not in it.
 *
 * Answers to approvals are not seen: each stays open and is named in the report. History that session/load repeats is left
 * out, but for what Gemini says of it after its answer, which looks like anything else. A `runFinished` is told only
 * where a turn has ended and nothing is open after it.
 */
export function decodeStream(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { agent, ...options }: AcpDecodeOptions = {},
): DecodedStream {
  const quirks = agent ? knownAgents[agent] : quirksOfCommand("unknown");
  return decodeLines(source, options, ({ ids, clock, sessionId, cwd }) => {
    const translator = new Translator({
      translate,
      initial: initialState({ sessionId, cwd, quirks, answersSeen: false }),
      ids,
      clock,
    });
    return {
      translator,
      read: (bytes) => read(bytes, translator.state),
      overflow: (lengthBytes): TranslateInput => ({ kind: "overflow", lengthBytes }),
      end: translateEnd,
    };
  });
}

function read(bytes: Uint8Array, state: AcpState): LineReading<TranslateInput> {
  const line = decodeLine(bytes);
  const uncovered = uncoveredType(line, state);
  return {
    input: { kind: "line", line },
    ...(line.status === "invalid" && { invalid: line }),
    ...(uncovered !== undefined && { uncovered }),
  };
}

/**
 * A line of a known type that became raw holds something that no table names. But for another session's words, and a
 * warning among the model's, which are passed on as they are.
 */
function uncoveredType(line: DecodedLine, state: AcpState): string | undefined {
  const type = typeOf(line);
  if (type === undefined || isRawOnPurpose(type)) return undefined;
  const message = line.status === "ok" ? line.message : undefined;
  if (message && "backendSessionId" in message && isForeign({ state }, message)) return undefined;
  const said = message?.type === "update" ? text(at(message.update, ["content", "text"])) : undefined;
  return said !== undefined && isWarning(state.quirks, said) ? undefined : type;
}
