export { anthropicMessages } from "./api/anthropic-messages.ts";
export { gemini } from "./api/gemini.ts";
export { openAiChat } from "./api/openai-chat.ts";
export { openAiResponses } from "./api/openai-responses.ts";
export { cliCacheDir } from "./cli/cache-dir.ts";
export type { CleanEnvironment, EnvironmentOptions } from "./cli/clean-environment.ts";
export {
  type CleanSetup,
  type KnownCli,
  type KnownCliName,
  knownClis,
  type NativeProgram,
} from "./cli/known-clis.ts";
export { type RealCli, type RealCliOptions, realCli } from "./cli/real-cli.ts";
export { LabError, type LabErrorCode } from "./lab-error.ts";
export type { ContentStep, ModelApi, PlainAnswer, ReplyEncoder } from "./model/model-api.ts";
export type { ModelRequest, RequestKind } from "./model/model-request.ts";
export type { ReplyFunction } from "./model/reply-script.ts";
export type { RequestFilter, RequestLog } from "./model/request-log.ts";
export {
  type ModelApiName,
  modelApis,
  type ScriptedModel,
  type ScriptedModelOptions,
  scriptedModel,
} from "./model/scripted-model.ts";
export type { Dialogue, DialogueResponse, Notice, OpenDialogue } from "./record/dialogue.ts";
export { type DiffOptions, diffFixtures } from "./record/diff-fixtures.ts";
export {
  entryOf,
  type Fixture,
  type FixtureDirection,
  type FixtureEntry,
  fixtureOf,
  formatFixture,
  linesOf,
  parseFixture,
  readFixture,
} from "./record/fixture.ts";
export { type NativeFiles, recordNative } from "./record/native-files.ts";
export { reasonAgainst } from "./record/reason-against.ts";
export { fixturePlaces, type RecordOptions, record } from "./record/record.ts";
export type { RecorderName } from "./record/recorder-name.ts";
export { type Recorder, recorders } from "./record/recorders.ts";
export type { Act, Answer, Recording } from "./record/recording.ts";
export { type SanitiseRules, sanitise } from "./record/sanitise.ts";
export { type FixturePlace, fixturePath, type Normalise, writeFixture } from "./record/write-fixture.ts";
