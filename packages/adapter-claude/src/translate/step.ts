import { Step as KitStep, withEntry } from "@nucleic/adapter-kit";
import type { NativeAsk } from "./input.ts";
import type { ClaudeState, OpenCall, OpenReply, OpenTurn } from "./state.ts";

/** One input of Claude Code on its way through. */
export class Step extends KitStep<NativeAsk, ClaudeState> {
  setTurn(change: Partial<OpenTurn>): void {
    if (this.state.turn) this.set({ turn: { ...this.state.turn, ...change } });
  }

  /** @param parent the tool call of a subagent, `""` for the main agent */
  reply(parent: string): OpenReply | undefined {
    return parent === "" ? this.state.reply : this.state.subagentReplies.get(parent);
  }

  // One spread and a named field each: the engine has a fast path for that, and deltas come by the thousand.
  setReply(parent: string, reply: OpenReply | undefined): void {
    if (parent === "") this.become({ ...this.state, reply });
    else this.set({ subagentReplies: withEntry(this.state.subagentReplies, parent, reply) });
  }

  setCall(id: string, call: OpenCall | undefined): void {
    this.become({ ...this.state, calls: withEntry(this.state.calls, id, call) });
  }
}
