import { startError, Writer, within } from "@nucleic/adapter-kit";
import { type LineFrame, lineBatchesOf, type ProcessExit, type ProcessHandle } from "@nucleic/process";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import { decodeLine, threadIdOf } from "../wire/decode-line.ts";
import type { RequestId } from "../wire/generated/0.171.0/types.ts";
import type { DecodedLine, ServerRequestLine } from "../wire/messages.ts";
import { type RequestOptions, Requests } from "./requests.ts";

/** On a busy machine with a cold disk; a tenth of a second on a quiet one. */
const READY_TIMEOUT_MS = 60_000;
/** At the end of its input 0.171.0 exits within 30 ms. */
const END_GRACE_MS = 3_000;

/** One who takes what the server says of one thread and its subagents', and what it says of none. */
export interface ThreadListener {
  /** Whether the thread is this one, or that of a subagent of it. */
  owns(threadId: string): boolean;
  take(line: DecodedLine, bytes: number): void;
  overflow(lengthBytes: number): void;
  /** A promise where it can take no more for now. */
  room(): Promise<void> | undefined;
  /** The process is gone, though not all it said is read: what is left is little, and is not to wait for anyone. */
  hurry(): void;
  /** The process has ended; everything it said has been taken. */
  ended(exit: ProcessExit): void;
}

/** One process of `codex app-server`: what goes in, what comes out, and who listens. */
export class AppServer {
  /** Resolves when the process has ended and its listeners know. Never rejects. */
  readonly ended: Promise<ProcessExit>;
  /** Resolves once it takes requests. */
  readonly ready: Promise<void>;
  readonly #handle: ProcessHandle;
  readonly #clock: Clock;
  readonly #writer: Writer;
  readonly #requests: Requests;
  readonly #listeners = new Set<ThreadListener>();
  #phase: "starting" | "ready" | "closing" | "over" = "starting";
  #closed: Promise<ProcessExit> | undefined;

  constructor(handle: ProcessHandle, clock: Clock) {
    this.#handle = handle;
    this.#clock = clock;
    this.#writer = new Writer(handle);
    this.#requests = new Requests(this.#writer, clock);
    this.ended = this.#untilEnded();
    void handle.exited.then(() => {
      for (const listener of this.#listeners) listener.hurry();
    });
    this.ready = this.#initialize();
    this.ready.catch(() => undefined);
  }

  /** It takes no more requests, or soon will not. */
  get isOver(): boolean {
    return this.#phase === "closing" || this.#phase === "over";
  }

  listen(listener: ThreadListener): void {
    this.#listeners.add(listener);
  }

  unlisten(listener: ThreadListener): void {
    this.#listeners.delete(listener);
  }

  /** As `Requests.request`. */
  request<T = unknown>(method: string, params: object, options?: RequestOptions<T>): Promise<T> {
    return this.#requests.request(method, params, options);
  }

  /** Answers a request of the server. Where it can't be written any more, nobody waits for it. */
  answer(id: RequestId, result: unknown): void {
    this.#writer.write({ id, result }).catch(() => undefined);
  }

  /** Refuses a request of the server: whatever it was to allow is not done. */
  refuse(id: RequestId, code: number, message: string): void {
    this.#writer.write({ id, error: { code, message } }).catch(() => undefined);
  }

  /** Closes its input and waits; escalates where it will not end. Idempotent; resolves when no process of it is alive. */
  close(): Promise<ProcessExit> {
    this.#closed ??= (async () => {
      if (this.#phase !== "over") this.#phase = "closing";
      const ending = this.#writer.end().then(() => this.#handle.exited);
      await within(ending, END_GRACE_MS, this.#clock);
      await this.#handle.stop("SIGTERM");
      return await this.ended;
    })();
    return this.#closed;
  }

  /** Ends the process without ceremony. */
  async kill(): Promise<void> {
    await this.#handle.stop("SIGTERM");
    await this.ended;
  }

  async #initialize(): Promise<void> {
    await this.#requests.request("initialize", INITIALIZE, { timeoutMs: READY_TIMEOUT_MS });
    await this.#requests.notify("initialized");
    if (this.#phase === "starting") this.#phase = "ready";
  }

  async #untilEnded(): Promise<ProcessExit> {
    const exit = await this.#pump().catch(async (error: unknown) => {
      // A fault of ours. The runs end, and say why where the end of a program says it.
      const stopped = await this.#handle.stop("SIGTERM");
      const why = error instanceof Error ? error.message : String(error);
      return { ...stopped, stderrTail: `${stopped.stderrTail}\nnucleic: ${why}` };
    });
    const early = this.#phase === "starting";
    this.#phase = "over";
    this.#requests.fail(
      early ? startError(exit, { program: "Codex" }) : new NucleicError("crashed", "Codex has ended"),
    );
    for (const listener of [...this.#listeners]) listener.ended(exit);
    this.#listeners.clear();
    return exit;
  }

  /** Reads stdout to its end. A listener who takes no more makes the process wait, and with it who else listens. */
  async #pump(): Promise<ProcessExit> {
    for await (const frames of lineBatchesOf(this.#handle))
      for (const frame of frames) {
        this.#takeFrame(frame);
        for (const listener of this.#listeners) {
          const room = listener.room();
          if (room) await room;
        }
      }
    return await this.#handle.exited;
  }

  #takeFrame(frame: LineFrame): void {
    if (frame.kind === "overflow") {
      for (const listener of [...this.#listeners]) listener.overflow(frame.lengthBytes);
      return;
    }
    const line = decodeLine(frame.bytes);
    if (line.status === "response" || line.status === "error") this.#requests.settle(line);
    else this.#route(line, frame.bytes.length);
  }

  #route(line: DecodedLine, bytes: number): void {
    const threadId = threadIdOf(line);
    const concerned = [...this.#listeners].filter(
      (listener) => threadId === undefined || listener.owns(threadId),
    );
    for (const listener of concerned) listener.take(line, bytes);
    if (line.status === "request" && concerned.length === 0) this.#refuseStray(line);
  }

  #refuseStray({ id, params }: ServerRequestLine): void {
    const about = threadIdOf({ status: "notification", method: "", params, native: {} });
    this.refuse(id, NOBODY, about === undefined ? "nobody answers here" : "the session is over");
  }
}

const NOBODY = -32_000;

/** `experimentalApi`: without it 0.171.0 refuses `collaborationMode` and does not ask `item/tool/requestUserInput`. */
const INITIALIZE = {
  clientInfo: { name: "nucleic", title: "Nucleic", version: "0.0.0" },
  capabilities: { experimentalApi: true, requestAttestation: false },
} as const;
