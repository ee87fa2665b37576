import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { answerPost, cancelledId, whileAlive } from "@nucleic/loopback/mcp";
import type { Clock } from "@nucleic/protocol";
import { AskEnded } from "@nucleic/protocol/core";
import type { ControlHandlers } from "./handlers.ts";
import { askUser } from "./tools/ask-user.ts";
import { HeldQuestions } from "./tools/held-questions.ts";
import { hostExec } from "./tools/host-exec.ts";
import { setDisposition } from "./tools/set-disposition.ts";
import { type ControlTool, failed } from "./tools/tool.ts";

export interface ControlDeskOptions {
  readonly serverName: string;
  readonly handlers: ControlHandlers;
  readonly clock: Clock;
  readonly holdMs: number | undefined;
}

/** What one session's agent talks to: its tools, and the calls that are held. */
export class ControlDesk {
  readonly #options: ControlDeskOptions;
  readonly #questions: HeldQuestions;
  readonly #tools: ReadonlyMap<string, ControlTool>;
  /** By the agent's own ids of its requests. */
  readonly #calls = new Map<string | number, Set<AbortController>>();

  constructor(options: ControlDeskOptions) {
    const { handlers, clock, holdMs } = options;
    this.#options = options;
    this.#questions = new HeldQuestions({
      ask: (asked, signal) => handlers.askUser(asked, signal),
      clock,
      holdMs,
    });
    const tools = [setDisposition(handlers), askUser(this.#questions)];
    const run = handlers.hostExec?.bind(handlers);
    if (run) tools.push(hostExec(run));
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
  }

  async serve(request: IncomingMessage, response: ServerResponse, body: Readonly<Record<string, unknown>>) {
    // Each POST has an SDK server of its own, which does not know the call that another one holds.
    const cancelled = cancelledId(body);
    if (cancelled !== undefined)
      for (const call of this.#calls.get(cancelled) ?? []) call.abort(new AskEnded("withdrawn"));
    await answerPost(request, response, body, () => this.#server());
  }

  /** Ends what is held. */
  close(): void {
    this.#questions.close();
    for (const calls of this.#calls.values()) for (const call of calls) call.abort(new AskEnded("abandoned"));
  }

  #server(): Server {
    const { serverName, clock } = this.#options;
    const server = new Server({ name: serverName, version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [...this.#tools.values()].map(({ definition }) => definition),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const tool = this.#tools.get(params.name);
      if (!tool) return failed(`There is no tool ${params.name}.`);
      const call = this.#register(extra.requestId);
      const signal = AbortSignal.any([extra.signal, call.signal]);
      try {
        return await whileAlive(clock, extra, () => tool.call(params.arguments ?? {}, signal));
      } finally {
        this.#calls.get(extra.requestId)?.delete(call);
        if (this.#calls.get(extra.requestId)?.size === 0) this.#calls.delete(extra.requestId);
      }
    });
    return server;
  }

  #register(id: string | number): AbortController {
    const call = new AbortController();
    const calls = this.#calls.get(id) ?? new Set();
    this.#calls.set(id, calls.add(call));
    return call;
  }
}
