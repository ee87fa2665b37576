import type { HistoryEvent, Json, RecordTranslation, Stamp } from "@nucleic/adapter-kit";
import { name } from "@nucleic/adapter-kit";
import type { TranslateInput } from "../translate/input.ts";
import { translate } from "../translate/translate.ts";
import type { RolloutState } from "./state.ts";

const madeTurn = "outside-turn";

/** One record on its way through, turned into lines as the app-server would have written them. */
export class Rollout {
  readonly #stamp: Stamp;
  #state: RolloutState;
  readonly #events: HistoryEvent[] = [];

  constructor(state: RolloutState, stamp: Stamp) {
    this.#state = state;
    this.#stamp = stamp;
  }

  get state(): RolloutState {
    return this.#state;
  }

  end(): RecordTranslation<RolloutState> {
    return { state: this.#state, events: this.#events };
  }

  set(change: Partial<RolloutState>): void {
    this.#state = { ...this.#state, ...change };
  }

  emit(event: HistoryEvent): void {
    this.#events.push(event);
  }

  feed(input: TranslateInput): void {
    const { state, events } = translate(this.#state.codex, input, this.#stamp);
    this.#state = { ...this.#state, codex: state };
    this.#events.push(...events);
  }

  notify(method: string, params: Json): void {
    const native = { method, params };
    this.feed({ kind: "line", line: { status: "notification", method, params, native } });
  }

  /** An item of the turn that is open; what no turn holds begins one. */
  item(item: Json): void {
    this.ensureTurn();
    this.notify("item/completed", { item, turnId: this.turnId });
  }

  get turnId(): string | undefined {
    return this.#state.codex.turn?.nativeId;
  }

  startTurn(id: string): void {
    this.endMadeTurn();
    this.notify("turn/started", { turn: { id } });
  }

  /** One that stands for what came outside of any. */
  endMadeTurn(): void {
    if (this.turnId?.startsWith(madeTurn)) this.endTurn("completed");
  }

  ensureTurn(): void {
    if (this.turnId === undefined) this.startTurn(this.madeId(madeTurn));
  }

  endTurn(status: "completed" | "interrupted" | "failed", error?: unknown): void {
    const id = this.turnId;
    if (id !== undefined)
      this.notify("turn/completed", { turn: { id, status, ...(error !== undefined && { error }) } });
  }

  /** For what older versions gave none. */
  madeId(of: string, given?: unknown): string {
    const known = name(given);
    if (known !== undefined) return known;
    this.set({ made: this.#state.made + 1 });
    return `${of}-${this.#state.made}`;
  }
}
