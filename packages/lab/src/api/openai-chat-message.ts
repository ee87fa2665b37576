import type { StepUsage } from "@nucleic/protocol/testing";
import type { ContentStep, ReplyFacts } from "../model/model-api.ts";
import type { ModelRequest } from "../model/model-request.ts";
import { grokTools } from "./grok-tools.ts";
import { opencodeTools } from "./opencode-tools.ts";
import { asList, asRecord, asString } from "./read-body.ts";
import { replyRow } from "./reply-row.ts";
import { dialectFor, nativeCall } from "./tool-dialect.ts";
import { words } from "./words.ts";

/** The model that the lab's list of models names, where the CLI is not told of another. */
export const chatModel = "lab-model";

/** A second one, to switch to. */
export const otherChatModel = "lab-other-model";

/** A part of a reply, with the pieces it is streamed in. */
export type ChatPart =
  | { readonly type: "text" | "reasoning"; readonly pieces: readonly string[] }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly arguments: string };

/** What both forms of a reply are made of. */
export interface ChatParts {
  readonly id: string;
  readonly model: string;
  readonly usage: StepUsage;
  /** A stream tells its usage only where the request asks for it. */
  readonly streamUsage: boolean;
  /** @param index the part's place in the reply, from 0 */
  part(step: ContentStep, index: number): ChatPart;
}

const dialects = [grokTools, opencodeTools] as const;

export function chatParts(request: ModelRequest, { ordinal, usage }: ReplyFacts): ChatParts {
  const body = asRecord(request.body);
  const offered = offeredFunctions(body.tools);
  const dialect = dialectFor(dialects, offered);
  const row = replyRow(request.kind, ordinal);
  return {
    id: `chatcmpl-${row}`,
    model: asString(body.model, chatModel),
    usage,
    streamUsage: asRecord(body.stream_options).include_usage === true,
    part(step, index) {
      if ("say" in step) return { type: "text", pieces: step.chunks ?? words(step.say) };
      if ("think" in step) return { type: "reasoning", pieces: words(step.think) };
      const { name, input } =
        "native" in step
          ? { name: step.native, input: step.input }
          : nativeCall(dialect, step.call, step.input, offered);
      return { type: "call", id: step.id ?? `call_${row}_${index}`, name, arguments: JSON.stringify(input) };
    },
  };
}

/** The names of the functions that a request offers. */
export const offeredFunctions = (tools: unknown): ReadonlySet<string> =>
  new Set(asList(tools).map((tool) => asString(asRecord(asRecord(tool).function).name, "")));

/** Usage as the API words it: what was cached is part of the prompt. */
export function chatUsage({ inputTokens, outputTokens, cachedInputTokens = 0 }: StepUsage): unknown {
  return {
    prompt_tokens: inputTokens + cachedInputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + cachedInputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}
