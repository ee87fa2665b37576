import { name, object } from "../wire/read.ts";
import type { Mode } from "./mode.ts";

/** What the next turn runs with; what was said last holds. */
export class TurnSettings {
  #mode: Mode;
  /** Has been in another mode than the default: from then on it has to be told each time. */
  #moded = false;
  #model: string | undefined;
  #modelChanged = false;
  #effort: string | undefined;

  constructor(mode: Mode) {
    this.#mode = "default";
    this.setMode(mode);
  }

  /** The result of `thread/start`, `thread/resume` or `thread/fork`. */
  threadStarted(result: unknown): void {
    const { model, reasoningEffort } = object(result) ?? {};
    this.#model ??= name(model);
    this.#effort = name(reasoningEffort);
  }

  setMode(mode: Mode): void {
    this.#mode = mode;
    this.#moded ||= mode !== "default";
  }

  setModel(model: string): void {
    this.#model = model;
    this.#modelChanged = true;
  }

  /** As `turn/start` takes it. A collaboration mode names the model, and what stands beside it does not count. */
  params(): object {
    if (this.#moded && this.#model !== undefined)
      return {
        collaborationMode: {
          mode: this.#mode,
          settings: {
            model: this.#model,
            reasoning_effort: this.#effort ?? null,
            developer_instructions: null,
          },
        },
      };
    return this.#modelChanged ? { model: this.#model } : {};
  }
}
