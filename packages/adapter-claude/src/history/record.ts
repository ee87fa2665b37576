import {
  count,
  type Json,
  type NativeRecord,
  name,
  number,
  object,
  objects,
  type RecordTranslation,
  type Stamp,
  text,
  unseenExit,
} from "@nucleic/adapter-kit";
import { takePrompt } from "./prompt.ts";
import { Retelling } from "./retelling.ts";
import { isSilent } from "./silent.ts";
import type { HistoryState } from "./state.ts";

/** Takes one record of a session's file, or of a subagent's. Pure but for the ids it draws. */
export function translateRecord(
  state: HistoryState,
  { value, source }: NativeRecord,
  stamp: Stamp,
): RecordTranslation<HistoryState> {
  const told = new Retelling(state, stamp);
  const passedOver = takeRecord(told, value, source);
  return { ...told.end(), ...(passedOver !== undefined && { passedOver }) };
}

/** The files have ended, and with them the run. */
export function translateEnd(state: HistoryState, stamp: Stamp): RecordTranslation<HistoryState> {
  const told = new Retelling(state, stamp);
  told.learn({});
  const { claude, turn } = told.state;
  const cutShort = claude.turn !== undefined && !turn.isOver && !turn.interrupted && !claude.turn.failure;
  told.endTurn();
  const run = new Retelling(told.state, stamp);
  run.feed({ kind: "exit", exit: unseenExit, expected: true, cutShort });
  const last = run.end();
  return { state: last.state, events: [...told.end().events, ...last.events] };
}

/** Answers the kind of a record that says nothing to a person, or is told as it is. */
function takeRecord(told: Retelling, value: Json, source: string): string | undefined {
  const kind = kindOf(value);
  switch (value.type) {
    case "user":
      takeUser(told, value, source);
      return undefined;
    case "assistant":
      return takeAssistant(told, value, source) ? undefined : "assistant";
    case "system":
      if (takeSystem(told, value)) return undefined;
      break;
    case "attachment":
      if (takeAttachment(told, value, source)) return undefined;
      break;
    case "cost-state":
      told.setTurn({ totalCostUSD: number(value.totalCostUSD) });
      return undefined;
    default:
      break;
  }
  if (!isSilent(kind)) told.emit({ kind: "raw", backend: "claude", native: value });
  return kind;
}

function kindOf(value: Json): string {
  const type = text(value.type) ?? "untyped";
  const detail = type === "attachment" ? name(object(value.attachment)?.type) : name(value.subtype);
  return detail === undefined ? type : `${type}/${detail}`;
}

/** The line as the live stream has it: under other names, and with the subagent's call. */
function asWire(value: Json, source: string): Json {
  const ids = objects(object(value.message)?.content).flatMap((block) => name(block.tool_use_id) ?? []);
  const kind = text(value.toolDenialKind);
  return {
    ...value,
    ...(source !== "" && { parent_tool_use_id: source }),
    ...(value.toolUseResult !== undefined && { tool_use_result: value.toolUseResult }),
    ...(kind !== undefined && {
      tool_result_meta: ids.map((id) => ({ id, non_execution_kind: kind })),
    }),
    ...(value.isAbortedMidStream === true && { aborted: true }),
  };
}

function takeUser(told: Retelling, value: Json, source: string): void {
  const content = object(value.message)?.content;
  const hasResults = objects(content).some((block) => block.type === "tool_result");
  if (source === "" && !hasResults) takePrompt(told, value);
  else if (hasResults) {
    told.feedLine(asWire(value, source));
    told.setTurn({ lastAt: told.stamp.at });
  }
}

const endings: ReadonlySet<unknown> = new Set(["end_turn", "stop_sequence", "max_tokens", "refusal"]);

function takeAssistant(told: Retelling, value: Json, source: string): boolean {
  const message = object(value.message);
  const model = name(message?.model);
  const usage = object(message?.usage);
  const messageId = name(message?.id);
  const isSynthetic = model === "<synthetic>";
  if (source === "") {
    const cwd = name(value.cwd);
    const version = name(value.version);
    told.learn({
      ...(model !== undefined && !isSynthetic && { model }),
      ...(cwd !== undefined && { cwd }),
      ...(version !== undefined && { claude_code_version: version }),
    });
  }
  if (!told.feedLine(asWire(value, source))) return false;
  if (usage && messageId !== undefined && model !== undefined && !isSynthetic)
    told.countReply({ source, messageId, model, usage });
  if (source !== "") return true;
  const said = objects(message?.content).findLast((block) => block.type === "text");
  const words = text(said?.text);
  const errorStatus = value.apiErrorStatus === null ? null : count(value.apiErrorStatus);
  told.setTurn({
    lastAt: told.stamp.at,
    isOver: endings.has(message?.stop_reason),
    ...(words !== undefined && { text: words }),
    ...(errorStatus !== undefined && { errorStatus }),
  });
  return true;
}

/** What the live stream has under the same name, or nearly. */
function takeSystem(told: Retelling, value: Json): boolean {
  if (value.subtype === "compact_boundary") {
    if (told.state.turn.isOver) told.endTurn();
    const facts = object(value.compactMetadata) ?? {};
    const compact_metadata = { trigger: facts.trigger, pre_tokens: facts.preTokens };
    return told.feedLine({ type: "system", subtype: "compact_boundary", compact_metadata });
  }
  if (value.subtype !== "api_error") return false;
  return told.feedLine({
    type: "system",
    subtype: "api_retry",
    error_status: object(value.error)?.status,
    attempt: value.retryAttempt,
    max_retries: value.maxRetries,
    retry_delay_ms: value.retryInMs,
  });
}

/** What a person typed while the agent worked, taken into the turn. */
function takeAttachment(told: Retelling, value: Json, source: string): boolean {
  const attachment = object(value.attachment);
  if (source !== "" || attachment?.type !== "queued_command") return false;
  if (attachment.isMeta === true || (attachment.commandMode ?? "prompt") !== "prompt") return false;
  takePrompt(told, { ...value, message: { content: attachment.prompt }, origin: attachment.origin });
  return true;
}
