import { Step as KitStep, withEntry } from "@nucleic/adapter-kit";
import type { NativeAsk } from "./input.ts";
import type { AcpState, OpenBlock, OpenCall, OpenTurn } from "./state.ts";

/** The kit's step, with what an ACP session has besides. */
export class Step extends KitStep<NativeAsk, AcpState> {
  setTurn(change: Partial<OpenTurn>): void {
    if (this.state.turn) this.set({ turn: { ...this.state.turn, ...change } });
  }

  // One spread and a named field: the engine has a fast path for that, and chunks come by the thousand.
  setBlock(block: OpenBlock | undefined): void {
    this.become({ ...this.state, block });
  }

  setCall(id: string, call: OpenCall | undefined): void {
    this.become({ ...this.state, calls: withEntry(this.state.calls, id, call) });
  }
}
