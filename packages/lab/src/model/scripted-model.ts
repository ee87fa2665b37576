import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Clock, systemClock } from "@nucleic/protocol";
import { createGates, type GateKeeper, type Gates, type Scenario } from "@nucleic/protocol/testing";
import { anthropicMessages } from "../api/anthropic-messages.ts";
import { gemini } from "../api/gemini.ts";
import { openAiChat } from "../api/openai-chat.ts";
import { openAiResponses } from "../api/openai-responses.ts";
import { LabError } from "../lab-error.ts";
import type { ModelApi } from "./model-api.ts";
import { type ModelRequest, redactHeaders } from "./model-request.ts";
import { orAborted } from "./or-aborted.ts";
import { playReply } from "./play-reply.ts";
import { readJsonBody } from "./read-json-body.ts";
import { type ReplyFunction, ReplyScript, usageOf } from "./reply-script.ts";
import { ReplySink } from "./reply-sink.ts";
import { RecordedRequests, type RequestLog } from "./request-log.ts";

/** The APIs that the lab speaks itself. */
export const modelApis = {
  "anthropic-messages": anthropicMessages,
  gemini,
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
} as const satisfies Record<string, ModelApi>;

/** Their names, as `scriptedModel` takes them. */
export type ModelApiName = keyof typeof modelApis;

/** What the model speaks and says, and what it keeps. */
export interface ScriptedModelOptions {
  /** One of the lab's own APIs by name, or another one. */
  readonly api: ModelApiName | ModelApi;
  readonly scenario?: Scenario;
  /** Asked first, for scripts that depend on what the CLI sends. `undefined` leaves the request to the scenario. */
  readonly reply?: ReplyFunction;
  readonly clock?: Clock;
  /** Requests kept for inspection; older ones are forgotten. Default 1000. */
  readonly maxRequests?: number;
  /** A larger request body is answered 413 and not read. Default 64 MiB. */
  readonly maxBodyBytes?: number;
}

/** A model server on loopback that plays a scenario. */
export interface ScriptedModel extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly requests: RequestLog;
  /** Where replies wait for the test. What waits for them in the test ends with the server only by `gateReached`. */
  readonly gates: Gates;
  /** Lets every reply through that waits at the gate, now and later. */
  openGate(name: string): void;
  /** Resolves when a reply stands at the gate. Rejects when `signal` aborts or the server is closed. */
  gateReached(name: string, signal?: AbortSignal): Promise<void>;
  /** Ends every reply and connection. Idempotent. */
  close(): Promise<void>;
}

/**
 * Starts a scripted model. Requests for the conversation take the scenario's replies in order; requests on the side get
 * a short plain answer and take none.
 */
export async function scriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const closing = new AbortController();
  const gates = createGates();
  const requests = new RecordedRequests(options.maxRequests ?? 1000, closing.signal);
  const server = createServer(conversation(options, requests, gates, closing.signal));
  // A reply may wait at a gate for hours.
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= closeServer(server, closing);
    return closed;
  };
  return {
    url: urlOf(server),
    requests,
    gates,
    openGate: (name) => gates.open(name),
    gateReached: (name, signal) =>
      orAborted(gates.reached(name), signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Listener = (incoming: IncomingMessage, response: ServerResponse) => void;

function conversation(
  options: ScriptedModelOptions,
  requests: RecordedRequests,
  gates: GateKeeper,
  closing: AbortSignal,
): Listener {
  const api = typeof options.api === "string" ? modelApis[options.api] : options.api;
  const script = new ReplyScript(options.scenario, options.reply);
  const clock = options.clock ?? systemClock;
  const maxBodyBytes = options.maxBodyBytes ?? 64 * 1024 * 1024;
  let received = 0;
  const replies = { main: 0, subagent: 0, side: 0 };

  const answer = async (incoming: IncomingMessage, sink: ReplySink, signal: AbortSignal) => {
    const body = await readJsonBody(incoming, maxBodyBytes);
    if (body.kind === "tooLarge") return sink.answer(api.error(413, "the request is too large"));
    const { method = "GET", url: path = "/" } = incoming;
    const about = { method, path, headers: redactHeaders(incoming.headers), body: body.json };
    const request: ModelRequest = { index: received++, kind: api.classify(about), ...about };
    requests.add(request);
    if (request.kind === "other") return sink.answer(api.plain(request));
    const reply = await script.replyTo(request);
    const encoder = api.encoder(request, { ordinal: ++replies[request.kind], usage: usageOf(reply) });
    await playReply(reply, { api, encoder, sink, gates, clock, signal });
  };

  return (incoming, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, closing]);
    const sink = new ReplySink(response, signal);
    answer(incoming, sink, signal).catch((error: unknown) => {
      if (signal.aborted || sink.begun) return response.destroy();
      // A fault of the script: the CLI shows it as the model's error, where whoever wrote the script will see it.
      sink.answer(api.error(error instanceof LabError ? 400 : 500, `lab: ${faultText(error)}`));
    });
  };
}

function faultText(error: unknown): string {
  if (error instanceof LabError && error.hint) return `${error.message}: ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server listens on no port");
  return `http://127.0.0.1:${address.port}`;
}

async function closeServer(server: Server, closing: AbortController): Promise<void> {
  closing.abort(new DOMException("the scripted model was closed", "AbortError"));
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
