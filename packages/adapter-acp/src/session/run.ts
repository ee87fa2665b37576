import { type AgentEvent, type AgentInput, type AgentRun, NucleicError } from "@nucleic/protocol/core";
import { type Cancellable, interruptTurn } from "./cancel.ts";
import { endProcess } from "./close.ts";
import { checkInput } from "./prompt.ts";
import type { Prompts } from "./prompts.ts";
import type { SessionSettings } from "./settings.ts";

/** The parts of a run, each with one concern. */
export interface RunParts extends Cancellable {
  readonly agentName: string;
  readonly prompts: Prompts;
  readonly settings: SessionSettings;
  readonly takesImages: boolean;
  readonly leavesOnEof: boolean;
  /** Tells the one who waits for the end that it is wanted. */
  readonly expectExit: () => void;
  /** The program has ended, and the stream has said so. */
  readonly isOver: () => boolean;
  /** Resolves when the last event is out and everything the run held is let go. */
  readonly finished: Promise<void>;
}

/** One run of an ACP agent's program, with one session in it. */
export class AcpRun implements AgentRun {
  readonly events: AsyncIterable<AgentEvent>;
  readonly eventBatches: AsyncIterable<readonly AgentEvent[]>;
  readonly #parts: RunParts;
  #closed: Promise<void> | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.events = parts.stream.events;
    this.eventBatches = parts.stream.events.batches;
  }

  /** Begins a turn, or waits here until the one that runs is over: an agent has one prompt at a time. */
  async send(input: AgentInput): Promise<void> {
    const { prompts, takesImages, agentName } = this.#parts;
    this.#checkOpen();
    checkInput(input, takesImages, agentName);
    prompts.send(input);
  }

  /** The protocol has no word for it. */
  async steer(_input: AgentInput): Promise<void> {
    this.#checkOpen();
    throw new NucleicError("unsupported", `${this.#parts.agentName} takes nothing in the middle of a turn`, {
      hint: "Send it: it is next in line",
    });
  }

  interrupt(): Promise<void> {
    return interruptTurn(this.#parts);
  }

  async setMode(mode: string): Promise<void> {
    this.#checkOpen();
    await this.#parts.settings.setMode(mode);
  }

  async setModel(model: string): Promise<void> {
    this.#checkOpen();
    await this.#parts.settings.setModel(model);
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#parts.expectExit();
      this.#parts.prompts.stop();
      await endProcess(this.#parts);
      await this.#parts.finished;
    })();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Nothing is fed into a stream that has ended: a turn would begin that never ends. */
  #checkOpen(): void {
    if (this.#closed) throw new NucleicError("sessionBusy", "the run is being closed");
    if (this.#parts.isOver()) throw new NucleicError("crashed", `${this.#parts.agentName} has ended`);
  }
}
