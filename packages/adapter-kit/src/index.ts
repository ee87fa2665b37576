export { type AgentEnvOptions, agentEnv } from "@nucleic/process";
export {
  type DecodedStream,
  type DecodeOptions,
  type DecodeReport,
  type DecodeSetting,
  decodeLines,
  type LineReader,
  type LineReading,
} from "./decode/decoded-stream.ts";
export { isoTime } from "./history/native-records.ts";
export {
  type HistoryEvent,
  type HistoryFormat,
  type NativeRecord,
  nativeTranscript,
  type RecordTranslation,
  type SubagentFile,
  unseenExit,
} from "./history/native-transcript.ts";
export { type FileEnds, readEnds, titleLine } from "./history/read-ends.ts";
export { isInside, namesIn } from "./history/walk-files.ts";
export { type NpmLayout, nativeProgram } from "./probe/native-program.ts";
export { type ProbedProgram, Prober, type Program } from "./probe/prober.ts";
export { compareVersions, newestOf, type VersionRange, versionStatus } from "./probe/version.ts";
export { type AnsweredAsk, type AskHost, Asks } from "./session/asks.ts";
export { contextText } from "./session/context-text.ts";
export { type EventLimits, EventQueue } from "./session/event-queue.ts";
export { Pieces, type PiecesOptions } from "./session/pieces.ts";
export { realDir } from "./session/real-dir.ts";
export { Releases } from "./session/releases.ts";
export { RunFiles } from "./session/run-files.ts";
export { SessionStream, type SessionStreamOptions } from "./session/session-stream.ts";
export { startError } from "./session/start-error.ts";
export type { StartRequest } from "./session/start-request.ts";
export { type Surroundings, surroundings } from "./session/surroundings.ts";
export { within } from "./session/within.ts";
export { type LineSink, Writer } from "./session/writer.ts";
export { closeAsk, openApproval, openQuestion, resolveApproval, takeAnswer } from "./translate/answers.ts";
export type { OpenAsk } from "./translate/asks.ts";
export { invalidLine, lineTooLong } from "./translate/line-fault.ts";
export { questionByText } from "./translate/question-by-text.ts";
export { codeOfStatus, eventError, howEnded, runFinished, runOutcome } from "./translate/run-end.ts";
export { Step, withEntry } from "./translate/step.ts";
export type {
  AnswerInput,
  CommonInput,
  ExitInput,
  SessionState,
  Stamp,
  Translate,
  TranslatedEvent,
  Translation,
} from "./translate/translation.ts";
export { Translator, type TranslatorOptions } from "./translate/translator.ts";
export { ancestorsOf, mainCheckout } from "./trust/main-checkout.ts";
export { oneLine } from "./trust/one-line.ts";
export { type BoundFile, projectConfig, sha256 } from "./trust/project-config.ts";
export { type BoundedRead, MAX_FILE_BYTES, readBounded } from "./trust/read-bounded.ts";
export { upToRepository } from "./trust/repository.ts";
export { type Walked, walk } from "./trust/walk.ts";
export { at, count, isObject, type Json, name, number, object, objects, strings, text } from "./wire/read.ts";
export { type InvalidLine, type LineObject, readLine, unreadable } from "./wire/read-line.ts";
