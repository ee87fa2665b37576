import type { ModelApi, PlainAnswer } from "../model/model-api.ts";
import type { ModelRequest, RequestKind } from "../model/model-request.ts";
import { chatJson } from "./openai-chat-json.ts";
import { chatModel, chatParts, offeredFunctions } from "./openai-chat-message.ts";
import { chatStream } from "./openai-chat-stream.ts";
import { asRecord } from "./read-body.ts";

const errorTypes: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

/** OpenAI's chat completions, streaming and not, as Grok 1.0.41 uses them. */
export const openAiChat: ModelApi = {
  name: "openai-chat",
  classify,
  plain,
  error,
  encoder(request, facts) {
    const parts = chatParts(request, facts);
    return asRecord(request.body).stream === true ? chatStream(parts, error) : chatJson(parts, error);
  },
};

function classify({ method, path, body, headers }: Parameters<ModelApi["classify"]>[0]): RequestKind {
  if (method !== "POST" || !pathOf(path).endsWith("/chat/completions")) return "other";
  if (offeredFunctions(asRecord(body).tools).size === 0) return "side";
  // Grok 1.0.41 counts the turns of the conversation; its summary of a turn offers the same tools and has no number.
  const isGrok = headers["x-grok-client-version"] !== undefined;
  return isGrok && headers["x-grok-turn-idx"] === undefined ? "side" : "main";
}

const pathOf = (path: string): string => path.split("?")[0] ?? path;

function plain({ method, path }: ModelRequest): PlainAnswer {
  if (method === "GET" && pathOf(path).endsWith("/models")) return models;
  return error(404, `the lab has no ${method} ${pathOf(path)}`);
}

const models: PlainAnswer = {
  status: 200,
  body: JSON.stringify({
    object: "list",
    data: [{ id: chatModel, object: "model", created: 0, owned_by: "lab" }],
  }),
};

function error(status: number, message: string): PlainAnswer {
  const type = errorTypes[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { status, body: JSON.stringify({ error: { message, type, param: null, code: null } }) };
}
