import type { OpenAsk } from "@nucleic/adapter-kit";
import type { NativeAsk } from "./input.ts";
import type { Step } from "./step.ts";

/** The ask about a call that waits for an answer. */
export function askAbout({ state }: Step, toolCallId: string): OpenAsk<NativeAsk> | undefined {
  for (const ask of state.asks.values()) if (ask.native.toolCallId === toolCallId) return ask;
  return undefined;
}
