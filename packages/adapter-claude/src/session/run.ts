import { randomUUID } from "node:crypto";
import type { Writer } from "@nucleic/adapter-kit";
import type { ProcessHandle } from "@nucleic/process";
import {
  type AgentEvent,
  type AgentInput,
  type AgentRun,
  type Clock,
  NucleicError,
} from "@nucleic/protocol/core";
import { endProcess } from "./close.ts";
import type { ControlChannel } from "./control.ts";
import { userLine } from "./input.ts";
import { interruptTurn } from "./interrupt.ts";
import { checkMode } from "./mode.ts";
import type { ClaudeStream } from "./stream.ts";

/** The parts of a run, each with one concern. */
export interface RunParts {
  readonly handle: ProcessHandle;
  readonly writer: Writer;
  readonly control: ControlChannel;
  readonly stream: ClaudeStream;
  readonly clock: Clock;
  /** Tells the one who waits for the end that it is wanted. */
  readonly expectExit: () => void;
  /** The program has ended, and the stream has said so. */
  readonly isOver: () => boolean;
  /** Resolves when the last event is out and everything the run held is let go. */
  readonly finished: Promise<void>;
}

/** One run of the `claude` program. */
export class ClaudeRun implements AgentRun {
  readonly events: AsyncIterable<AgentEvent>;
  readonly eventBatches: AsyncIterable<readonly AgentEvent[]>;
  readonly #parts: RunParts;
  #closed: Promise<void> | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.events = parts.stream.events;
    this.eventBatches = parts.stream.events.batches;
  }

  /** While a turn runs the CLI keeps the message until it is over; several that wait may become one turn. */
  send(input: AgentInput): Promise<void> {
    return this.#say(input, false);
  }

  /**
   * During a tool or an approval the message becomes part of the turn that runs. While the last reply is being written
   * it is too late for that: then it makes a turn of its own, as `send` does. (2.1.197 and 2.1.332; `priority: "now"`
   * would cut the turn short instead.)
   */
  steer(input: AgentInput): Promise<void> {
    return this.#say(input, this.#parts.stream.inTurn);
  }

  interrupt(): Promise<void> {
    return interruptTurn(this.#parts);
  }

  async setMode(mode: string): Promise<void> {
    checkMode(mode);
    await this.#parts.control.request("set_permission_mode", { mode });
  }

  async setModel(model: string): Promise<void> {
    await this.#parts.control.request("set_model", { model });
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#parts.expectExit();
      await endProcess(this.#parts);
      await this.#parts.finished;
    })();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #say(input: AgentInput, steer: boolean): Promise<void> {
    if (this.#closed) throw new NucleicError("sessionBusy", "the run is being closed");
    // Nothing is fed into a stream that has ended: a turn would begin that never ends.
    if (this.#parts.isOver()) throw new NucleicError("crashed", "Claude Code has ended");
    const uuid = randomUUID();
    const { stream, writer } = this.#parts;
    // First the stream, then the CLI: nothing it answers can come before what it answers to.
    stream.feed({ kind: "input", input, uuid, steer });
    try {
      await writer.write(userLine(input, uuid));
    } catch (cause) {
      throw new NucleicError("crashed", "Claude Code takes no more input", { cause });
    }
  }
}
