import type { StepUsage } from "@nucleic/protocol/testing";
import type { ContentStep, ReplyFacts } from "../model/model-api.ts";
import type { ModelRequest } from "../model/model-request.ts";
import { anthropicCall } from "./anthropic-tools.ts";
import { asList, asRecord, asString } from "./read-body.ts";
import { replyRow } from "./reply-row.ts";
import { words } from "./words.ts";

/** A content block of a reply, with the pieces its text is streamed in. */
export type Block =
  | { readonly type: "text"; readonly pieces: readonly string[] }
  | { readonly type: "thinking"; readonly pieces: readonly string[]; readonly signature: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

/** What both forms of a reply are made of. */
export interface MessageParts {
  readonly id: string;
  readonly model: string;
  readonly usage: StepUsage;
  /** @param index the block's place in the reply, from 0 */
  block(step: ContentStep, index: number): Block;
}

// A real one is some hundred bytes of base64; the CLIs hand it back unread.
const signature = "bGFiLXNpZ25hdHVyZQ==";

export function messageParts(request: ModelRequest, { ordinal, usage }: ReplyFacts): MessageParts {
  const body = asRecord(request.body);
  const offered = new Set(asList(body.tools).map((tool) => asString(asRecord(tool).name, "")));
  const row = replyRow(request.kind, ordinal);
  return {
    id: `msg_${row}`,
    model: asString(body.model, "claude"),
    usage,
    block(step, index) {
      if ("say" in step) return { type: "text", pieces: step.chunks ?? words(step.say) };
      if ("think" in step) return { type: "thinking", pieces: words(step.think), signature };
      const id = step.id ?? `toolu_${row}_${index}`;
      if ("native" in step) return { type: "tool_use", id, name: step.native, input: step.input };
      return { type: "tool_use", id, ...anthropicCall(step.call, step.input, offered) };
    },
  };
}

/** Usage as the API words it. */
export function wireUsage({
  inputTokens,
  outputTokens,
  cachedInputTokens,
}: StepUsage): Record<string, number> {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens ?? 0,
    output_tokens: outputTokens,
  };
}
