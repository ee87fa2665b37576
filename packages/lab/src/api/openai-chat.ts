import type { ModelApi, PlainAnswer } from "../model/model-api.ts";
import type { ModelRequest, RequestKind } from "../model/model-request.ts";
import { chatJson } from "./openai-chat-json.ts";
import { chatModel, chatParts, offeredFunctions, otherChatModel } from "./openai-chat-message.ts";
import { chatStream } from "./openai-chat-stream.ts";
import { openAiResponses } from "./openai-responses.ts";
import { asRecord } from "./read-body.ts";

const errorTypes: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

/** OpenAI's chat completions, streaming and not, as Grok 1.0.41 and opencode 1.18.33 use them. */
export const openAiChat: ModelApi = {
  name: "openai-chat",
  classify,
  plain,
  error,
  encoder(request, facts) {
    if (isResponses(request.path)) return openAiResponses.encoder(request, facts);
    const parts = chatParts(request, facts);
    return asRecord(request.body).stream === true ? chatStream(parts, error) : chatJson(parts, error);
  },
};

function classify({ method, path, body, headers }: Parameters<ModelApi["classify"]>[0]): RequestKind {
  if (method !== "POST") return "other";
  // Grok asks for the title of a session there, whatever its model speaks.
  if (isResponses(path)) return "side";
  if (!pathOf(path).endsWith("/chat/completions")) return "other";
  const offered = offeredFunctions(asRecord(body).tools);
  if (offered.size === 0) return "side";
  if (headers["x-grok-client-version"] !== undefined) return grokKind(headers, offered);
  // opencode 1.18.33 names the session that a subagent belongs to.
  return headers["x-parent-session-id"] === undefined ? "main" : "subagent";
}

// Grok 1.0.41 numbers the turns of its agents. Titles and summaries of a turn offer tools too and have no number. A
// subagent is a conversation like any other, but cannot start another one.
function grokKind(headers: ModelRequest["headers"], offered: ReadonlySet<string>): RequestKind {
  if (headers["x-grok-turn-idx"] === undefined) return "side";
  return offered.has("spawn_subagent") ? "main" : "subagent";
}

const isResponses = (path: string): boolean => pathOf(path).endsWith("/responses");

const pathOf = (path: string): string => path.split("?")[0] ?? path;

function plain({ method, path }: ModelRequest): PlainAnswer {
  if (method === "GET" && pathOf(path).endsWith("/models")) return models;
  return error(404, `the lab has no ${method} ${pathOf(path)}`);
}

const models: PlainAnswer = {
  status: 200,
  body: JSON.stringify({
    object: "list",
    data: [chatModel, otherChatModel].map((id) => ({ id, object: "model", created: 0, owned_by: "lab" })),
  }),
};

function error(status: number, message: string): PlainAnswer {
  const type = errorTypes[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { status, body: JSON.stringify({ error: { message, type, param: null, code: null } }) };
}
