import { asRecord, asString } from "../api/read-body.ts";
import { LabError } from "../lab-error.ts";
import { codexAnswers } from "./codex-answers.ts";
import type { Dialogue, DialogueResponse, OpenDialogue } from "./dialogue.ts";
import { type RpcLine, RpcWriter, rpcLine } from "./json-rpc.ts";
import type { Recording } from "./recording.ts";

/** The app-server of Codex 0.171.0. It asks for every command and every patch (`untrusted`). */
export const codexDialogue: OpenDialogue = (recording, cwd) => new CodexDialogue(recording, cwd);

const setting = { approvalPolicy: "untrusted", sandbox: "workspace-write" } as const;

class CodexDialogue implements Dialogue {
  readonly greets = true;
  readonly #recording: Recording;
  readonly #cwd: string;
  readonly #rpc = new RpcWriter({});
  #threadId: string | undefined;
  #turnId: string | undefined;
  #interruptWanted = false;

  constructor(recording: Recording, cwd: string) {
    this.#recording = recording;
    this.#cwd = cwd;
  }

  args(): readonly string[] {
    return ["app-server", ...(this.#recording.args?.["codex-appserver"] ?? [])];
  }

  begin(): readonly string[] {
    this.#turnId = undefined;
    const clientInfo = { name: "nucleic-lab", title: null, version: "0.0.0" };
    // Plan mode and its questions, and requests for permissions, are experimental.
    return [this.#rpc.request("initialize", { clientInfo, capabilities: { experimentalApi: true } })];
  }

  /** While a turn runs, what is said steers it. */
  user(text: string): readonly string[] {
    const threadId = this.#threadId;
    const input = [{ type: "text", text, text_elements: [] }];
    if (this.#turnId !== undefined)
      return [this.#rpc.request("turn/steer", { threadId, expectedTurnId: this.#turnId, input })];
    const plan = this.#recording.mode === "plan";
    return [
      this.#rpc.request("turn/start", { threadId, input, ...(plan && { collaborationMode: planMode }) }),
    ];
  }

  /** Waits for the turn's id, where that has not come yet. */
  interrupt(): readonly string[] {
    this.#interruptWanted = this.#turnId === undefined;
    if (this.#turnId === undefined) return [];
    return [this.#rpc.request("turn/interrupt", { threadId: this.#threadId, turnId: this.#turnId })];
  }

  respond(text: string): DialogueResponse {
    const line = rpcLine(text);
    if (line.kind === "request") return this.#asked(line);
    if (line.kind === "answer") return this.#answered(line);
    if (line.kind === "other") return {};
    if (line.method === "serverRequest/resolved")
      return { notices: [{ kind: "withdrawn", id: String(line.params.requestId) }] };
    if (line.method !== "turn/completed" || line.params.threadId !== this.#threadId) return {};
    this.#turnId = undefined;
    return { notices: [{ kind: "turnEnd" }] };
  }

  #asked({ id, method, params }: Extract<RpcLine, { kind: "request" }>): DialogueResponse {
    const answering = codexAnswers[method];
    if (!answering) return { write: [this.#rpc.refusal(id, method)] };
    const reply = (answer: Parameters<typeof answering>[0]) => [
      this.#rpc.answer(id, answering(answer, params)),
    ];
    return { notices: [{ kind: "ask", id: String(id), reply }] };
  }

  #answered({ id, result, error }: Extract<RpcLine, { kind: "answer" }>): DialogueResponse {
    const method = this.#rpc.answered(id);
    if (error && method !== "turn/start" && method !== "turn/steer" && method !== "turn/interrupt")
      throw new LabError("recordFailed", `Codex refused ${method}: ${JSON.stringify(error)}`);
    if (method === "initialize") return { write: [this.#rpc.notification("initialized"), this.#thread()] };
    if (method === "thread/start" || method === "thread/resume") {
      this.#threadId = asString(asRecord(result.thread).id, "");
      return { notices: [{ kind: "ready" }] };
    }
    if (method !== "turn/start") return {};
    // The turn is over before it began.
    if (error) return { notices: [{ kind: "turnEnd" }] };
    this.#turnId = asString(asRecord(result.turn).id, "");
    return this.#interruptWanted ? { write: this.interrupt() } : {};
  }

  #thread(): string {
    if (this.#threadId === undefined)
      return this.#rpc.request("thread/start", { cwd: this.#cwd, ...setting });
    return this.#rpc.request("thread/resume", { threadId: this.#threadId, cwd: this.#cwd, ...setting });
  }
}

const planMode = {
  mode: "plan",
  settings: { model: "gpt-5.5", reasoning_effort: null, developer_instructions: null },
} as const;
