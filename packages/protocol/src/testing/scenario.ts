import type { ToolInput, ToolName } from "../tool.ts";

/**
 * One thing a scripted model does. Provider-neutral: tools and inputs are of the shared vocabulary, paths relative to
 * the session's folder.
 */
export type Step =
  /**
   * Says it, in as many deltas as there are chunks (words, where none are given). Text and thinking stay open until the
   * next thing that is said, thought or called, so that a `gate`, `delayMs`, `cut` or `hang` comes in the middle of them.
   */
  | { readonly say: string; readonly chunks?: readonly string[] }
  | { readonly think: string }
  /** Calls a tool. Calls that follow one another in a reply are made in parallel. */
  | { readonly call: ToolName; readonly input: ToolInput; readonly id?: string }
  /** Calls a tool under the provider's own name with exactly this input. */
  | { readonly native: string; readonly input: unknown; readonly id?: string }
  /** What the reply counts as; the last one of a reply holds. A small fixed number where there is none. */
  | { readonly usage: StepUsage }
  | { readonly delayMs: number }
  /** Waits until the test opens the gate of that name. */
  | { readonly gate: string }
  /** Answers the request with an HTTP error instead; nothing else of the reply is sent. */
  | {
      readonly httpError: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection here. */
  | { readonly cut: true }
  /** Sends a delta that is not valid JSON here. */
  | { readonly malformed: true }
  /** Sends nothing more and never ends the reply. */
  | { readonly hang: true };

/** Tokens of one reply. */
export interface StepUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

/** What the model does in answer to one request. */
export type Reply = readonly Step[];

/**
 * A scripted model: its n-th reply answers the n-th request; when they are used up it says `All done.`. The same
 * scenario runs on every CLI and on the scripted backend.
 */
export interface Scenario {
  readonly name: string;
  readonly replies: readonly Reply[];
  /** The same for requests of subagents, where the two can be told apart. Taken from `replies` where this is absent. */
  readonly subagentReplies?: readonly Reply[];
}
