import type { ModelApi, PlainAnswer } from "../model/model-api.ts";
import type { ModelRequest, RequestKind } from "../model/model-request.ts";
import { jsonEncoder } from "./anthropic-json.ts";
import { messageParts } from "./anthropic-message.ts";
import { streamEncoder } from "./anthropic-stream.ts";
import { asList, asRecord, asString } from "./read-body.ts";

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** Anthropic's Messages API, streaming and not, as Claude Code 2.1.197 to 2.1.332 uses it. */
export const anthropicMessages: ModelApi = {
  name: "anthropic-messages",
  classify,
  plain,
  error,
  encoder(request, facts) {
    const parts = messageParts(request, facts);
    return asRecord(request.body).stream === true ? streamEncoder(parts, error) : jsonEncoder(parts, error);
  },
};

function classify({ method, path, body }: Pick<ModelRequest, "method" | "path" | "body">): RequestKind {
  if (method !== "POST" || pathOf(path) !== "/v1/messages") return "other";
  if (asList(asRecord(body).tools).length === 0) return "side";
  return isSubagent(body) ? "subagent" : "main";
}

const pathOf = (path: string): string => path.split("?")[0] ?? path;

// Both versions say so in the first block of the system prompt, whatever kind of agent it is.
function isSubagent(body: unknown): boolean {
  return asList(asRecord(body).system).some((block) =>
    asString(asRecord(block).text, "").includes("cc_is_subagent=true"),
  );
}

function plain(request: ModelRequest): PlainAnswer {
  if (pathOf(request.path) === "/v1/messages/count_tokens")
    return { status: 200, body: JSON.stringify({ input_tokens: 10 }) };
  return error(404, `the lab has no ${request.method} ${pathOf(request.path)}`);
}

function error(status: number, message: string): PlainAnswer {
  const type = errorTypes[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  return {
    status,
    body: JSON.stringify({ type: "error", error: { type, message }, request_id: "req_lab" }),
  };
}
