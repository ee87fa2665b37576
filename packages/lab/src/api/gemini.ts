import type { ModelApi, PlainAnswer } from "../model/model-api.ts";
import type { ModelRequest, RequestKind } from "../model/model-request.ts";
import { declaredFunctions, geminiReply } from "./gemini-content.ts";
import { geminiJson, geminiStream } from "./gemini-encoders.ts";

const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** Google's Gemini API, streaming and not, as Gemini CLI 0.61.0 uses it. */
export const gemini: ModelApi = {
  name: "gemini",
  classify,
  plain,
  error,
  encoder(request, facts) {
    const reply = geminiReply(request, facts);
    return methodOf(request.path) === "streamGenerateContent"
      ? geminiStream(reply, error)
      : geminiJson(reply, error);
  },
};

const generating: ReadonlySet<string | undefined> = new Set(["generateContent", "streamGenerateContent"]);

function classify({ method, path, body }: Parameters<ModelApi["classify"]>[0]): RequestKind {
  if (method !== "POST" || !generating.has(methodOf(path))) return "other";
  const offered = declaredFunctions(body);
  if (offered.size === 0) return "side";
  // A subagent hands in its result by a tool that nobody else has.
  return offered.has("complete_task") ? "subagent" : "main";
}

/** What stands after the colon: `…/models/MODEL:METHOD`. */
const methodOf = (path: string): string | undefined => /:(\w+)(\?|$)/.exec(path)?.[1];

function plain({ method, path }: ModelRequest): PlainAnswer {
  if (methodOf(path) === "countTokens") return { status: 200, body: JSON.stringify({ totalTokens: 10 }) };
  return error(404, `the lab has no ${method} ${path.split("?")[0]}`);
}

function error(code: number, message: string): PlainAnswer {
  const status = statuses[code] ?? (code < 500 ? "FAILED_PRECONDITION" : "INTERNAL");
  return { status: code, body: JSON.stringify({ error: { code, message, status } }) };
}
