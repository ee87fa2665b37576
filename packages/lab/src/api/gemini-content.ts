import type { StepUsage } from "@nucleic/protocol/testing";
import type { ContentStep, ReplyFacts } from "../model/model-api.ts";
import type { ModelRequest } from "../model/model-request.ts";
import { geminiTools } from "./gemini-tools.ts";
import { asList, asRecord, asString, type Json } from "./read-body.ts";
import { replyRow } from "./reply-row.ts";
import { nativeCall } from "./tool-dialect.ts";
import { words } from "./words.ts";

/** Parts of a reply that belong together: the pieces of a text, or one call. */
export type GeminiParts = readonly Json[];

/** What both forms of a reply are made of. */
export interface GeminiReply {
  readonly id: string;
  readonly model: string;
  readonly usage: StepUsage;
  /** @param index the step's place in the reply, from 0 */
  parts(step: ContentStep, index: number): GeminiParts;
}

// A real one is some kilobytes of base64; the CLI hands it back unread.
const thoughtSignature = "bGFiLXNpZ25hdHVyZQ==";

export function geminiReply(request: ModelRequest, { ordinal, usage }: ReplyFacts): GeminiReply {
  const offered = declaredFunctions(request.body);
  const row = replyRow(request.kind, ordinal);
  return {
    id: `response_${row}`,
    model: /\/models\/([^:]+):/.exec(request.path)?.[1] ?? "gemini",
    usage,
    parts(step, index) {
      if ("say" in step) return (step.chunks ?? words(step.say)).map((text) => ({ text }));
      // A thought comes whole: the CLI takes each piece for one of its own.
      if ("think" in step) return [{ text: step.think, thought: true }];
      const { name, input } =
        "native" in step
          ? { name: step.native, input: step.input }
          : nativeCall(geminiTools, step.call, step.input, offered);
      const id = step.id ?? `call_${row}_${index}`;
      return [{ functionCall: { id, name, args: input }, thoughtSignature }];
    },
  };
}

/** The names of the functions that a request offers. */
export const declaredFunctions = (body: unknown): ReadonlySet<string> =>
  new Set(
    asList(asRecord(body).tools)
      .flatMap((tool) => asList(asRecord(tool).functionDeclarations))
      .map((declared) => asString(asRecord(declared).name, "")),
  );

/** A response, or one chunk of it. */
export function wireResponse(
  { id, model }: GeminiReply,
  parts: GeminiParts,
  end: { readonly finishReason?: string; readonly usageMetadata?: Json } = {},
): string {
  const { finishReason, usageMetadata } = end;
  const content = { role: "model", parts };
  const candidate = { index: 0, content, ...(finishReason && { finishReason }) };
  return JSON.stringify({
    candidates: [candidate],
    ...(usageMetadata && { usageMetadata }),
    modelVersion: model,
    responseId: id,
  });
}

/** Usage as the API words it: what was cached is part of the prompt. */
export function geminiUsage({ inputTokens, outputTokens, cachedInputTokens = 0 }: StepUsage): Json {
  return {
    promptTokenCount: inputTokens + cachedInputTokens,
    cachedContentTokenCount: cachedInputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + cachedInputTokens + outputTokens,
  };
}
