import {
  type HistoryEvent,
  isObject,
  type Json,
  type NativeRecord,
  name,
  object,
  objects,
  type RecordTranslation,
  type Stamp,
  text,
  unseenExit,
} from "@nucleic/adapter-kit";
import type { AgentInput } from "@nucleic/protocol";
import type { TranslateInput } from "../translate/input.ts";
import { translate } from "../translate/translate.ts";
import { readCall } from "../wire/decode-line.ts";
import type { GrokHistoryState } from "./state.ts";

/** Takes one record of `updates.jsonl`. Pure but for the ids it draws. */
export function translateRecord(
  state: GrokHistoryState,
  { value }: NativeRecord,
  stamp: Stamp,
): RecordTranslation<GrokHistoryState> {
  const told = new Retelling(state, stamp);
  const passedOver = told.take(value);
  return { ...told.end(), ...(passedOver !== undefined && { passedOver }) };
}

/** The file has ended, and with it the run. */
export function translateEnd(state: GrokHistoryState, stamp: Stamp): RecordTranslation<GrokHistoryState> {
  const told = new Retelling(state, stamp);
  told.announce();
  told.feed({ kind: "exit", exit: unseenExit, expected: true });
  return told.end();
}

/** Beyond what the live coverage passes over: the list of tasks, and files beside the session's. */
const silent: ReadonlySet<string> = new Set([
  "background_tasks",
  "compaction_checkpoint",
  "subagent_spawned",
  "subagent_finished",
]);
const refused = /^User rejected/;

class Retelling {
  readonly #stamp: Stamp;
  #state: GrokHistoryState;
  readonly #events: HistoryEvent[] = [];

  constructor(state: GrokHistoryState, stamp: Stamp) {
    this.#state = state;
    this.#stamp = stamp;
  }

  end(): RecordTranslation<GrokHistoryState> {
    return { state: this.#state, events: this.#events };
  }

  feed(input: TranslateInput): void {
    const { state, events } = translate(this.#state.acp, input, this.#stamp);
    this.#state = { ...this.#state, acp: state };
    this.#events.push(...events);
  }

  /** Told once, before anything else. */
  announce(): void {
    const { announced, backendSessionId, model } = this.#state;
    if (announced) return;
    this.#state = { ...this.#state, announced: true };
    if (model !== undefined) this.feed({ kind: "changed", model });
    this.feed({ kind: "sessionReady", backendSessionId });
  }

  /** Answers the kind of a record that says nothing to a person, or is told as it is. */
  take(value: Json): string | undefined {
    const update = object(object(value.params)?.update) ?? {};
    const kind = text(update.sessionUpdate) ?? "untyped";
    this.announce();
    switch (kind) {
      case "user_message_chunk":
        this.#takePrompt(update);
        return undefined;
      case "turn_completed":
        this.#endTurn(update);
        return undefined;
      case "auto_compact_completed":
        this.#events.push({
          kind: "compaction",
          ...(typeof update.tokens_before === "number" && { tokensBefore: update.tokens_before }),
        });
        return undefined;
      default:
        return silent.has(kind) ? kind : this.#takeLine(value, update, kind);
    }
  }

  #takeLine(value: Json, update: Json, kind: string): string | undefined {
    const said = text(object(objects(update.content)[0]?.content)?.text);
    if (update.status === "failed" && said !== undefined && refused.test(said))
      this.#state = { ...this.#state, denied: true };
    const line = readCall(text(value.method) ?? "", value);
    this.feed({ kind: "line", line });
    return line.status === "unknown" ? kind : undefined;
  }

  #takePrompt(update: Json): void {
    const model = name(object(update._meta)?.modelId);
    if (model !== undefined) this.feed({ kind: "changed", model });
    const input = inputOf(update.content);
    if (!input) return;
    const steer = this.#state.acp.turn !== undefined;
    this.feed({ kind: "input", input, steer });
    if (!steer) this.#state = { ...this.#state, denied: false, prompts: this.#state.prompts + 1 };
  }

  /** The record holds what the answer to `session/prompt` said. */
  #endTurn(update: Json): void {
    if (!this.#state.acp.turn) return;
    const { prompts, denied } = this.#state;
    const stopReason = name(update.stop_reason) ?? "end_turn";
    if (stopReason === "cancelled" && !denied) this.feed({ kind: "interrupting" });
    const meta = {
      ...(isObject(update.usage) && { usage: update.usage }),
      ...(denied && { cancellationCategory: "PermissionRejected" }),
    };
    this.feed({ kind: "sent", request: { id: prompts, method: "session/prompt" } });
    const result = { stopReason, _meta: meta };
    this.feed({ kind: "line", line: { status: "ok", message: { type: "result", id: prompts, result } } });
  }
}

function inputOf(content: unknown): AgentInput | undefined {
  const block = object(content) ?? {};
  if (block.type === "image" && typeof block.data === "string") {
    const mediaType = text(block.mimeType) ?? "application/octet-stream";
    return { text: "", context: [{ kind: "image", mediaType, data: block.data }] };
  }
  const words = name(block.text);
  return words === undefined ? undefined : { text: words, context: [] };
}
