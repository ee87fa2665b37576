import { type AgentInput, NucleicError } from "@nucleic/protocol/core";
import type { Connection } from "./connection.ts";
import { promptBlocks } from "./prompt.ts";
import type { AcpStream } from "./stream.ts";

/** What a person said while a turn ran. More than that is no conversation. */
const MAX_WAITING = 100;

interface PromptsOptions {
  readonly connection: Connection;
  readonly stream: AcpStream;
  readonly backendSessionId: string;
}

/** One prompt at a time: the next is sent when the agent has answered the one before. */
export class Prompts {
  readonly #options: PromptsOptions;
  readonly #waiting: AgentInput[] = [];
  #sending = false;
  #over = false;

  constructor(options: PromptsOptions) {
    this.#options = options;
  }

  /** @throws NucleicError `sessionBusy` where too many wait already */
  send(input: AgentInput): void {
    if (this.#waiting.length >= MAX_WAITING)
      throw new NucleicError("sessionBusy", `${MAX_WAITING} messages wait for their turn`);
    this.#options.stream.feed({ kind: "input", input, steer: false });
    this.#waiting.push(input);
    if (!this.#sending) void this.#sendAll();
  }

  /** Nothing that still waits is sent. */
  stop(): void {
    this.#over = true;
    this.#waiting.length = 0;
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    for (let input = this.#waiting.shift(); input; input = this.#waiting.shift()) {
      const prompt = { sessionId: this.#options.backendSessionId, prompt: promptBlocks(input) };
      // How it ended, the stream has told by then: the answer goes through the translation first, and so does an exit.
      await this.#options.connection.request("session/prompt", prompt).catch(() => undefined);
      if (this.#over) return;
    }
    this.#sending = false;
  }
}
