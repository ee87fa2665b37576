import { Step, withEntry } from "@nucleic/adapter-kit";
import type { Json } from "../wire/messages.ts";
import type { NativeAsk } from "./native-ask.ts";
import type { CodexState, OpenCall, OpenText, OpenTurn } from "./state.ts";

/** How many items that were cut are remembered. Codex tells of one again at once or not at all. */
const maxCut = 64;

/** One input on its way through. */
export class CodexStep extends Step<NativeAsk, CodexState> {
  setTurn(change: Partial<OpenTurn>): void {
    if (this.state.turn) this.set({ turn: { ...this.state.turn, ...change } });
  }

  setText(id: string, text: OpenText | undefined): void {
    this.become({ ...this.state, texts: withEntry(this.state.texts, id, text) });
  }

  setCall(id: string, call: OpenCall | undefined): void {
    this.become({ ...this.state, calls: withEntry(this.state.calls, id, call) });
  }

  /** Of the turn that is open. Everything else is late, or history that is told again. */
  belongs(params: Json): boolean {
    const native = this.state.turn?.nativeId;
    return native !== undefined && params.turnId === native;
  }

  /** The item is complete: what is said of it again is no news. */
  done(itemId: string): void {
    const { turn } = this.state;
    if (turn) this.setTurn({ done: new Set([...turn.done, itemId]) });
  }

  /** The item was closed before it was complete. */
  cut(itemId: string): void {
    this.done(itemId);
    this.set({ cut: [...this.state.cut, itemId].slice(-maxCut) });
  }

  /** What no event says, verbatim. */
  raw(native: unknown): void {
    this.emit({ kind: "raw", backend: "codex", native });
  }
}
