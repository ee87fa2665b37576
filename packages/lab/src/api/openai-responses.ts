import type { ModelApi, PlainAnswer } from "../model/model-api.ts";
import type { ModelRequest, RequestKind } from "../model/model-request.ts";
import { responseParts } from "./openai-responses-item.ts";
import { jsonEncoder } from "./openai-responses-json.ts";
import { streamEncoder } from "./openai-responses-stream.ts";
import { asList, asRecord, asString } from "./read-body.ts";

interface Wording {
  readonly type: string;
  readonly code: string | null;
}

const wordings: Readonly<Record<number, Wording>> = {
  401: { type: "invalid_request_error", code: "invalid_api_key" },
  403: { type: "invalid_request_error", code: "unsupported_country_region_territory" },
  404: { type: "invalid_request_error", code: "model_not_found" },
  429: { type: "requests", code: "rate_limit_exceeded" },
  503: { type: "server_error", code: "server_is_overloaded" },
};

/** OpenAI's Responses API, streaming and not, as Codex 0.171.0, codex-acp 0.16.0 and the titles of Grok 1.0.41 use it. */
export const openAiResponses: ModelApi = {
  name: "openai-responses",
  classify,
  plain,
  error,
  encoder(request, facts) {
    const parts = responseParts(request, facts);
    return asRecord(request.body).stream === true ? streamEncoder(parts, failure) : jsonEncoder(parts, error);
  },
};

type About = Pick<ModelRequest, "method" | "path" | "body">;

function classify({ method, path, body }: About): RequestKind {
  if (method !== "POST" || !pathOf(path).endsWith("/responses")) return "other";
  // Titles and summaries are asked for without tools.
  if (asList(asRecord(body).tools).length === 0) return "side";
  const { request_kind, agent_name } = turnMetadata(body);
  if (asString(request_kind, "turn") !== "turn") return "side";
  return asString(agent_name, "/root") === "/root" ? "main" : "subagent";
}

/** What Codex 0.171.0 says of the turn that asks: JSON in a string, under the name of a header. */
function turnMetadata(body: unknown): Readonly<Record<string, unknown>> {
  const text = asRecord(asRecord(body).client_metadata)["x-codex-turn-metadata"];
  try {
    return asRecord(JSON.parse(asString(text, "{}")));
  } catch {
    return {};
  }
}

const pathOf = (path: string): string => path.split("?")[0] ?? path;

function plain(request: ModelRequest): PlainAnswer {
  return error(404, `the lab has no ${request.method} ${pathOf(request.path)}`);
}

const wordingOf = (status: number): Wording =>
  wordings[status] ?? { type: status < 500 ? "invalid_request_error" : "server_error", code: null };

function error(status: number, message: string): PlainAnswer {
  const { type, code } = wordingOf(status);
  return { status, body: JSON.stringify({ error: { message, type, param: null, code } }) };
}

/** The same within a reply, where every error has a code. */
function failure(status: number, message: string): Readonly<Record<string, unknown>> {
  return { code: wordingOf(status).code ?? (status < 500 ? "invalid_prompt" : "server_error"), message };
}
