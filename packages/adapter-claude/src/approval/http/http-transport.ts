import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerPost, cancelledId } from "@nucleic/loopback/mcp";
import type { Clock } from "@nucleic/protocol";
import type { ClaudeMcpServer } from "../../session/settings.ts";
import type { PermissionReply } from "../decision.ts";
import type { ApprovalSink, ApprovalTransport } from "../transport.ts";
import { type ApproveCall, approveServer, SERVER_NAME, TOOL_NAME } from "./approve-tool.ts";

/** Milliseconds a call may be held: a day. A hard cap of the CLI that progress does not extend. */
const CALL_TIMEOUT_MS = 86_400_000;

interface OpenCall {
  readonly key: string;
  readonly requestId: string | number;
  readonly reply: PromiseWithResolvers<PermissionReply>;
}

/** Approvals of one session over the approval server: each ask is an MCP call that is held until it is answered. */
export class HttpTransport implements ApprovalTransport {
  readonly promptTool = `mcp__${SERVER_NAME}__${TOOL_NAME}`;
  readonly #sink: ApprovalSink;
  readonly #clock: Clock;
  readonly #onDispose: () => Promise<void>;
  readonly #calls = new Map<string, OpenCall>();
  #entry: ClaudeMcpServer | undefined;
  #disposed: Promise<void> | undefined;

  constructor(options: { sink: ApprovalSink; clock: Clock; onDispose: () => Promise<void> }) {
    this.#sink = options.sink;
    this.#clock = options.clock;
    this.#onDispose = options.onDispose;
  }

  /** Told by the server where it listens. */
  locate(url: string, token: string): void {
    const headers = { Authorization: `Bearer ${token}` };
    this.#entry = { type: "http", url, headers, alwaysLoad: true, timeout: CALL_TIMEOUT_MS };
  }

  get mcpServers(): Readonly<Record<string, ClaudeMcpServer>> {
    return this.#entry ? { [SERVER_NAME]: this.#entry } : {};
  }

  isOpen(key: string): boolean {
    return this.#calls.has(key);
  }

  /** Answers go out over HTTP. */
  attach(): void {}

  async answer(key: string, reply: PermissionReply): Promise<void> {
    this.#calls.get(key)?.reply.resolve(reply);
  }

  /** Answers one POST of the session's CLI. */
  async serve(request: IncomingMessage, response: ServerResponse, body: Readonly<Record<string, unknown>>) {
    this.#cancelled(cancelledId(body));
    await answerPost(request, response, body, () =>
      approveServer(this.#clock, (call, signal) => this.#hold(call, signal)),
    );
  }

  async #hold(call: ApproveCall, signal: AbortSignal): Promise<PermissionReply> {
    const key = randomUUID();
    const reply = Promise.withResolvers<PermissionReply>();
    this.#calls.set(key, { key, requestId: call.requestId, reply });
    const gone = () => this.#withdraw(key);
    signal.addEventListener("abort", gone, { once: true });
    if (signal.aborted || this.#disposed) gone();
    else this.#sink.ask({ key, toolName: call.toolName, input: call.input, toolUseId: call.toolUseId });
    try {
      return await reply.promise;
    } finally {
      signal.removeEventListener("abort", gone);
      this.#calls.delete(key);
    }
  }

  #withdraw(key: string): void {
    const call = this.#calls.get(key);
    if (!call) return;
    this.#calls.delete(key);
    call.reply.resolve({ behavior: "deny", message: "No longer asked." });
    this.#sink.withdrawn(key);
  }

  /** 2.1.197 cancels ids too that have been answered; those are not open any more and nothing happens. */
  #cancelled(id: string | number | undefined): void {
    for (const call of [...this.#calls.values()]) if (call.requestId === id) this.#withdraw(call.key);
  }

  /** Denies what is still held. Idempotent. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= (async () => {
      for (const key of [...this.#calls.keys()]) this.#withdraw(key);
      await this.#onDispose();
    })();
    return this.#disposed;
  }
}
