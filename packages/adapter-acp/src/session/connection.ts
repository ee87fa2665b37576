import { within } from "@nucleic/adapter-kit";
import {
  createJsonRpcPeer,
  JsonRpcError,
  type JsonRpcPeer,
  type LineFrame,
  type ProcessHandle,
  type RequestHandler,
  type RpcId,
} from "@nucleic/process";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import type { Json } from "../wire/messages.ts";
import { object } from "../wire/read.ts";
import { sentRequest } from "../wire/sent-request.ts";
import type { AcpStream } from "./stream.ts";

/** Requests of the agent that are handled at once; nothing it does needs more than one for each of its tools. */
const MAX_RUNNING = 256;

interface ConnectionOptions {
  readonly handle: ProcessHandle;
  readonly stream: AcpStream;
  /** What the peer has to act on: answers and requests. */
  readonly lines: AsyncIterable<LineFrame>;
  /** What the agent may ask of us. Anything else is answered with -32601. */
  readonly requests: Readonly<Record<string, RequestHandler>>;
  readonly clock: Clock;
  /** For people. */
  readonly agentName: string;
}

/** Our requests to an agent, in the one order in which the stream and the agent learn of them. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #peer: JsonRpcPeer;
  #readFault: Error | undefined;

  constructor(options: ConnectionOptions) {
    const { handle, stream, lines, requests } = options;
    this.#options = options;
    this.#peer = createJsonRpcPeer({
      lines,
      header: true,
      requests,
      maxRunning: MAX_RUNNING,
      // Lines that are no message, the stream has told of; a reader that fails ends the connection.
      onFault: (fault) => {
        if (fault.kind === "readFailed") this.#readFault = fault.error;
      },
      writeLine: (line) => {
        const request = sentRequest(line);
        // First the stream, then the agent: nothing it answers can come before what it answers to.
        if (request) stream.feed({ kind: "sent", request });
        return handle.writeLine(line);
      },
    });
  }

  /** Resolves when no more lines come. */
  get closed(): Promise<void> {
    return this.#peer.closed;
  }

  /** Why reading ended, where that was a fault of ours. */
  get readFault(): Error | undefined {
    return this.#readFault;
  }

  /**
   * Sends a request and waits for its answer, for as long as it takes.
   * @throws JsonRpcError as the agent answered
   * @throws NucleicError `crashed` where it has ended
   */
  async request(method: string, params: Json): Promise<Json> {
    try {
      return object(await this.#peer.request(method, params)) ?? {};
    } catch (error) {
      if (error instanceof JsonRpcError || error instanceof NucleicError) throw error;
      throw new NucleicError("crashed", `${this.#options.agentName} has ended`, { cause: error });
    }
  }

  /**
   * As {@link request}, for what a well agent answers at once.
   * @throws NucleicError `sessionBusy` where it does not
   */
  async ask(method: string, params: Json, timeoutMs: number): Promise<Json> {
    const { clock, agentName } = this.#options;
    const answer = this.request(method, params);
    if (await within(answer, timeoutMs, clock)) return await answer;
    // It may still fail, with nobody left to hear of it.
    answer.catch(() => undefined);
    throw new NucleicError("sessionBusy", `${agentName} did not answer ${method} in ${timeoutMs} ms`);
  }

  /** Where it can't be written any more nobody waits for it. */
  async notify(method: string, params: Json): Promise<void> {
    await this.#peer.notify(method, params).catch(() => undefined);
  }

  /** Answers what the agent asked a person. Where it can't be written any more nobody waits for it. */
  answer(id: RpcId, result: object): void {
    const line = JSON.stringify({ jsonrpc: "2.0", id, result });
    this.#options.handle.writeLine(line).catch(() => undefined);
  }
}
