import type { HistoryEvent, Json, RecordTranslation, Stamp, Translation } from "@nucleic/adapter-kit";
import type { AgentInput } from "@nucleic/protocol";
import type { TranslateInput } from "../translate/input.ts";
import { Step } from "../translate/step.ts";
import { announce } from "../translate/system.ts";
import { translate } from "../translate/translate.ts";
import { readMessage } from "../wire/decode-line.ts";
import { type HistoryState, noTurn, type TurnSoFar } from "./state.ts";
import { addReply, endTurn, resultUsage } from "./tally.ts";

/** One record on its way through: what the live stream would have said of it goes through the live translation. */
export class Retelling {
  readonly stamp: Stamp;
  #state: HistoryState;
  readonly #events: HistoryEvent[] = [];

  constructor(state: HistoryState, stamp: Stamp) {
    this.#state = state;
    this.stamp = stamp;
  }

  get state(): HistoryState {
    return this.#state;
  }

  end(): RecordTranslation<HistoryState> {
    return { state: this.#state, events: this.#events };
  }

  emit(event: HistoryEvent): void {
    this.#events.push(event);
  }

  setTurn(change: Partial<TurnSoFar>): void {
    this.#state = { ...this.#state, turn: { ...this.#state.turn, ...change } };
  }

  feed(input: TranslateInput): void {
    this.#take(translate(this.#state.claude, input, this.stamp));
  }

  /** A line as the live stream has it. False where it has none such. */
  feedLine(value: Json): boolean {
    const message = typeof value.type === "string" ? readMessage(value.type, value) : undefined;
    if (message === undefined) return false;
    this.feed({ kind: "line", line: { status: "ok", message } });
    return true;
  }

  /** What a person sent, at the beginning of a turn or into one. */
  feedInput(input: AgentInput, uuid: string, steer: boolean): void {
    this.feed({ kind: "input", input, uuid, steer });
  }

  /** What the file says of the session, of which a `sessionStarted` is made where it is news. */
  learn(facts: Json): void {
    const init = { ...this.#state.init, ...facts };
    this.#state = { ...this.#state, init };
    const step = new Step(this.#state.claude, this.stamp);
    announce(step, init);
    this.#take(step.end());
  }

  countReply(reply: Parameters<typeof addReply>[1]): void {
    this.#state = { ...this.#state, tally: addReply(this.#state.tally, reply) };
  }

  /** The file has no line for the end of a turn: what comes after it tells that it was. */
  endTurn(): void {
    const { claude, turn, tally } = this.#state;
    if (!claude.turn) return;
    const failed = claude.turn.failure !== undefined;
    const interrupted = turn.interrupted || !(turn.isOver || failed);
    const from = this.#events.length;
    this.feedLine({
      type: "result",
      subtype: "success",
      is_error: failed,
      ...(failed && { api_error_status: turn.errorStatus }),
      ...(interrupted && !failed && { terminal_reason: "aborted_tools" }),
      ...(turn.text !== "" && !interrupted && { result: turn.text }),
      ...(turn.totalCostUSD !== undefined && { total_cost_usd: turn.totalCostUSD }),
      ...resultUsage(tally),
    });
    // It was over with its last record, not with the one that comes after it.
    const at = turn.lastAt;
    if (at !== undefined)
      for (const [index, event] of this.#events.entries())
        if (index >= from) this.#events[index] = { ...event, at };
    this.#state = { ...this.#state, turn: noTurn, tally: endTurn(tally) };
  }

  #take({ state, events }: Translation<HistoryState["claude"]>): void {
    this.#state = { ...this.#state, claude: state };
    this.#events.push(...events);
  }
}
