import { ToolCallId } from "../../ids.ts";
import { NucleicError } from "../../nucleic-error.ts";
import type { ToolInput, ToolName } from "../../tool.ts";
import { orAborted } from "../gates.ts";
import type { StepUsage } from "../scenario.ts";
import { Crashed, httpError } from "./end.ts";
import type { ScriptedStep } from "./model.ts";
import type { ScriptedSession } from "./session.ts";

/** A tool call that the model has finished writing. */
export interface Call {
  readonly toolCallId: ToolCallId;
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly input: ToolInput;
}

interface OpenBlock {
  readonly kind: "assistantText" | "thinking";
  readonly messageId: string;
  text: string;
}

/** Plays one reply of the model as it streams in; the calls in it are still to be made. */
export class ReplyPlayer {
  readonly #session: ScriptedSession;
  readonly #signal: AbortSignal;
  /** Takes each call as soon as it is announced, so that a cut finds and closes it. */
  readonly #onCall: (call: Call) => void;
  readonly #onUsage: (usage: StepUsage) => void;
  #open: OpenBlock | undefined;
  #said = "";

  constructor(
    session: ScriptedSession,
    signal: AbortSignal,
    onCall: (call: Call) => void,
    onUsage: (usage: StepUsage) => void,
  ) {
    this.#session = session;
    this.#signal = signal;
    this.#onCall = onCall;
    this.#onUsage = onUsage;
  }

  /** Plays it to the end; whatever stops it in the middle of a block closes the block as truncated and is thrown on. */
  async play(reply: readonly ScriptedStep[]): Promise<string> {
    try {
      for (const step of reply) await this.#step(step);
      await this.#close();
    } catch (stopped) {
      if (this.#open) this.#finish(this.#open, true);
      throw stopped;
    }
    return this.#said;
  }

  async #step(step: ScriptedStep): Promise<void> {
    const signal = this.#signal;
    const { world } = this.#session;
    signal.throwIfAborted();
    if ("say" in step) return this.#write("assistantText", step.say, step.chunks ?? words(step.say));
    if ("think" in step) return this.#write("thinking", step.think, words(step.think));
    if ("call" in step) return this.#call(step.call, step.call, step.input, step.id);
    if ("native" in step) return this.#call("Other", step.native, record(step.input), step.id);
    if ("usage" in step) return this.#onUsage(step.usage);
    if ("gate" in step) return world.gates?.pass(step.gate, signal);
    if ("delayMs" in step) return world.clock.sleep(step.delayMs, signal);
    if ("hang" in step) return orAborted(new Promise<never>(() => undefined), signal);
    if ("httpError" in step) throw httpError(step.httpError, step.message);
    if ("cut" in step) throw new NucleicError("streamCut", "the reply ended in the middle");
    if ("crash" in step) throw new Crashed(step.crash);
    if ("plan" in step) return this.#session.emit({ kind: "planUpdated", entries: [...step.plan] }, signal);
    if ("raw" in step)
      return this.#session.emit({ kind: "raw", backend: world.backendId, native: step.raw }, signal);
    step satisfies { malformed: true };
    throw new NucleicError("protocolViolation", "a delta of the reply was not JSON");
  }

  async #write(kind: OpenBlock["kind"], text: string, chunks: readonly string[]): Promise<void> {
    await this.#close();
    const block = { kind, messageId: this.#session.name("message"), text: "" };
    this.#open = block;
    if (!this.#session.world.capabilities.partialMessageStreaming) {
      block.text = text;
      return;
    }
    const { clock, paceMs } = this.#session.world;
    for (const chunk of chunks) {
      this.#signal.throwIfAborted();
      if (paceMs > 0) await clock.sleep(paceMs, this.#signal);
      block.text += chunk;
      this.#session.tell({ kind, messageId: block.messageId, text: chunk, isPartial: true });
      await this.#session.events.room(this.#signal);
    }
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#finish(this.#open, false);
    await this.#session.events.room(this.#signal);
    this.#signal.throwIfAborted();
  }

  #finish(block: OpenBlock, truncated: boolean): void {
    this.#open = undefined;
    this.#session.tell({
      kind: block.kind,
      messageId: block.messageId,
      text: block.text,
      isPartial: false,
      ...(truncated && { truncated }),
    });
    if (block.kind !== "assistantText") return;
    this.#said = block.text;
    this.#session.remember("assistant", block.text);
  }

  async #call(tool: ToolName, nativeTool: string, input: ToolInput, id: string | undefined): Promise<void> {
    await this.#close();
    const toolCallId = ToolCallId.parse(id ?? this.#session.name("call"));
    this.#session.tell({ kind: "toolCallStarted", toolCallId, tool, nativeTool });
    this.#onCall({ toolCallId, tool, nativeTool, input });
    const partialJson = JSON.stringify(input);
    await this.#session.emit({ kind: "toolCallInputDelta", toolCallId, partialJson }, this.#signal);
    await this.#session.emit({ kind: "toolCallCompleted", toolCallId, input }, this.#signal);
  }
}

/** Each word with the space before it; joined, they are the text. */
function words(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|^\s+$/g) ?? [];
}

function record(value: unknown): ToolInput {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? { ...value } : { value };
}
