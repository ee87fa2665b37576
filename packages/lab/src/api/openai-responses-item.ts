import type { StepUsage } from "@nucleic/protocol/testing";
import type { ContentStep, ReplyFacts } from "../model/model-api.ts";
import type { ModelRequest } from "../model/model-request.ts";
import { codexCall, type OfferedTools, offeredTools } from "./codex-tools.ts";
import { asRecord, asString } from "./read-body.ts";
import { replyRow } from "./reply-row.ts";
import { words } from "./words.ts";

/** An output item of a reply, with the pieces its text is streamed in. */
export type Item =
  | { readonly type: "message"; readonly id: string; readonly pieces: readonly string[] }
  | {
      readonly type: "reasoning";
      readonly id: string;
      readonly pieces: readonly string[];
      /** What OpenAI shows of its models' thoughts, or the thoughts themselves, as servers of open weights send them. */
      readonly form: "summary" | "content";
    }
  | {
      readonly type: "function_call";
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly namespace?: string;
      readonly arguments: string;
    }
  | {
      readonly type: "custom_tool_call";
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
    };

/** What both forms of a reply are made of. */
export interface ResponseParts {
  readonly id: string;
  readonly model: string;
  readonly usage: StepUsage;
  /** @param index the item's place in the reply, from 0 */
  item(step: ContentStep, index: number): Item;
}

export function responseParts(request: ModelRequest, { ordinal, usage }: ReplyFacts): ResponseParts {
  const body = asRecord(request.body);
  const offered = offeredTools(body.tools);
  // A client that asks for no summary gets the thoughts themselves: so both kinds of delta can be had.
  const form = asRecord(body.reasoning).summary ? "summary" : "content";
  const row = replyRow(request.kind, ordinal);
  return {
    id: `resp_${row}`,
    model: asString(body.model, "gpt"),
    usage,
    item(step, index) {
      const place = `${row}_${index}`;
      if ("say" in step)
        return { type: "message", id: `msg_${place}`, pieces: step.chunks ?? words(step.say) };
      if ("think" in step) return { type: "reasoning", id: `rs_${place}`, pieces: words(step.think), form };
      return callItem(step, place, offered);
    },
  };
}

function callItem(
  step: Extract<ContentStep, { call: string } | { native: string }>,
  place: string,
  offered: OfferedTools,
): Item {
  const call = codexCall(step, offered);
  const call_id = step.id ?? `call_${place}`;
  if (call.type === "custom")
    return {
      type: "custom_tool_call",
      id: `ctc_${place}`,
      call_id,
      name: call.name,
      input: call.input,
    };
  const { name, namespace } = call;
  const json = JSON.stringify(call.input);
  return {
    type: "function_call",
    id: `fc_${place}`,
    call_id,
    name,
    ...(namespace && { namespace }),
    arguments: json,
  };
}

// A real one is some kilobytes of base64; the CLIs hand it back unread.
const encrypted = "bGFiLXJlYXNvbmluZw==";

/** The item as the API words it once it is complete. */
export function wireItem(item: Item): Readonly<Record<string, unknown>> {
  if (item.type === "message")
    return {
      type: "message",
      id: item.id,
      role: "assistant",
      status: "completed",
      content: [textPart(item.pieces)],
    };
  if (item.type === "reasoning") {
    const text = item.pieces.join("");
    return {
      type: "reasoning",
      id: item.id,
      summary: item.form === "summary" ? [{ type: "summary_text", text }] : [],
      content: item.form === "content" ? [{ type: "reasoning_text", text }] : [],
      encrypted_content: encrypted,
    };
  }
  return { ...item, status: "completed" };
}

/** Text as it stands in a message. */
export const textPart = (pieces: readonly string[]): Readonly<Record<string, unknown>> => ({
  type: "output_text",
  text: pieces.join(""),
  annotations: [],
});

/** Usage as the API words it: what was read from the cache is part of the input. */
export function wireUsage({ inputTokens, outputTokens, cachedInputTokens = 0 }: StepUsage) {
  const input_tokens = inputTokens + cachedInputTokens;
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + outputTokens,
  };
}
