import { asString } from "../api/read-body.ts";
import { LabError } from "../lab-error.ts";
import { acpAnswers } from "./acp-answers.ts";
import type { Dialogue, DialogueResponse, Notice, OpenDialogue } from "./dialogue.ts";
import { type RpcLine, RpcWriter, rpcLine } from "./json-rpc.ts";
import type { Answer, Recording } from "./recording.ts";

/** What differs between the agents that speak ACP. */
export interface AcpAgent {
  readonly args?: readonly string[];
  readonly lingers?: true;
}

/** The Agent Client Protocol, version 1. The client offers neither files nor terminals. */
export const acpDialogue =
  (agent: AcpAgent): OpenDialogue =>
  (recording, cwd) =>
    new AcpDialogue(agent, recording, cwd);

type Way = "replayed" | "silent";
type Reply = (answer: Answer) => readonly string[];

class AcpDialogue implements Dialogue {
  readonly greets = true;
  readonly lingers?: true;
  readonly #args: readonly string[];
  readonly #recording: Recording;
  readonly #folder: { readonly cwd: string; readonly mcpServers: readonly [] };
  readonly #rpc = new RpcWriter({ jsonrpc: "2.0" });
  readonly #asks = new Map<string, Reply>();
  #way: Way = "replayed";
  #sessionId: string | undefined;

  constructor({ args = [], lingers }: AcpAgent, recording: Recording, cwd: string) {
    this.#args = args;
    if (lingers) this.lingers = lingers;
    this.#recording = recording;
    this.#folder = { cwd, mcpServers: [] };
  }

  args(): readonly string[] {
    return this.#args;
  }

  begin(way: Way = "replayed"): readonly string[] {
    this.#way = way;
    this.#asks.clear();
    return [
      this.#rpc.request("initialize", {
        protocolVersion: 1,
        clientCapabilities: {},
        clientInfo: { name: "nucleic-lab", version: "0.0.0" },
      }),
    ];
  }

  user(text: string): readonly string[] {
    const prompt = [{ type: "text", text }];
    return [this.#rpc.request("session/prompt", { sessionId: this.#sessionId, prompt })];
  }

  /** What it asks is answered first: some agents wait for that. */
  interrupt(): readonly string[] {
    const replies = [...this.#asks.values()].flatMap((reply) => reply({ cancel: true }));
    return [...replies, this.#rpc.notification("session/cancel", { sessionId: this.#sessionId })];
  }

  respond(text: string): DialogueResponse {
    const line = rpcLine(text);
    if (line.kind === "request") return this.#asked(line);
    return line.kind === "answer" ? this.#answered(line) : {};
  }

  #asked({ id, method, params }: Extract<RpcLine, { kind: "request" }>): DialogueResponse {
    const answering = acpAnswers[method];
    if (!answering) return { write: [this.#rpc.refusal(id, method)] };
    const key = String(id);
    const reply: Reply = (answer) => {
      this.#asks.delete(key);
      return [this.#rpc.answer(id, answering(answer, params))];
    };
    this.#asks.set(key, reply);
    return { notices: [{ kind: "ask", id: key, reply }] };
  }

  #answered({ id, result, error }: Extract<RpcLine, { kind: "answer" }>): DialogueResponse {
    const method = this.#rpc.answered(id);
    if (method === "session/prompt") return { notices: this.#turnEnd() };
    if (error) throw new LabError("recordFailed", `the agent refused ${method}: ${JSON.stringify(error)}`);
    if (method === "initialize") return { write: [this.#session()] };
    if (method === "session/new") {
      this.#sessionId = asString(result.sessionId, "");
      if (this.#recording.mode === "plan")
        return {
          write: [this.#rpc.request("session/set_mode", { sessionId: this.#sessionId, modeId: "plan" })],
        };
    }
    return { notices: [{ kind: "ready" }] };
  }

  #session(): string {
    if (this.#sessionId === undefined) return this.#rpc.request("session/new", this.#folder);
    const method = this.#way === "replayed" ? "session/load" : "session/resume";
    return this.#rpc.request(method, { sessionId: this.#sessionId, ...this.#folder });
  }

  /** Nothing that was asked in the turn is open after it. */
  #turnEnd(): Notice[] {
    const open = [...this.#asks.keys()].map((id): Notice => ({ kind: "withdrawn", id }));
    this.#asks.clear();
    return [...open, { kind: "turnEnd" }];
  }
}
