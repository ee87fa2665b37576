import { NucleicError } from "../../error-code.ts";
import { ToolCallId } from "../../ids.ts";
import type { ToolInput, ToolName } from "../../tool.ts";
import { orAborted } from "../gates.ts";
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
  #open: OpenBlock | undefined;
  #said = "";

  constructor(session: ScriptedSession, signal: AbortSignal, onCall: (call: Call) => void) {
    this.#session = session;
    this.#signal = signal;
    this.#onCall = onCall;
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
    signal.throwIfAborted();
    if ("gate" in step) return this.#session.world.gates?.pass(step.gate, signal);
    if ("delayMs" in step) return this.#session.world.clock.sleep(step.delayMs, signal);
    if ("hang" in step) return orAborted(new Promise<never>(() => undefined), signal);
    if ("cut" in step) throw new NucleicError("streamCut", "the reply ended in the middle");
    if ("crash" in step) throw new Crashed(step.crash);
    await this.#close();
    if ("say" in step) return this.#write("assistantText", step.say, step.chunks, step.unfinished === true);
    if ("think" in step) return this.#write("thinking", step.think, undefined, false);
    if ("call" in step) return this.#call(step.call, step.call, step.input, step.id);
    if ("native" in step)
      return this.#call(
        "Other",
        step.native,
        isRecord(step.input) ? step.input : { value: step.input },
        step.id,
      );
    if ("raw" in step)
      return this.#session.emit(signal, "raw", { backend: this.#session.world.backendId, native: step.raw });
    if ("httpError" in step) throw httpError(step.httpError, step.message);
    step satisfies { malformed: true };
    return this.#session.emit(signal, "error", {
      code: "protocolViolation",
      message: "a delta was not JSON",
      recoverable: true,
    });
  }

  async #write(
    kind: "assistantText" | "thinking",
    text: string,
    chunks: readonly string[] | undefined,
    unfinished: boolean,
  ): Promise<void> {
    const open = { kind, messageId: this.#session.name("message"), text: "" };
    const partials = this.#session.world.capabilities.partialMessageStreaming;
    this.#open = open;
    for (const chunk of chunks ?? text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      this.#signal.throwIfAborted();
      open.text += chunk;
      if (!partials) continue;
      this.#session.tell(kind, { messageId: open.messageId, text: chunk, isPartial: true });
      await this.#session.events.room(this.#signal);
    }
    if (!unfinished) await this.#close();
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#finish(this.#open, false);
    await this.#session.events.room(this.#signal);
    this.#signal.throwIfAborted();
  }

  #finish(block: OpenBlock, truncated: boolean): void {
    this.#open = undefined;
    this.#session.tell(block.kind, {
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
    const toolCallId = ToolCallId.parse(id ?? this.#session.name("call"));
    this.#session.tell("toolCallStarted", { toolCallId, tool, nativeTool });
    this.#onCall({ toolCallId, tool, nativeTool, input });
    const partialJson = JSON.stringify(input);
    await this.#session.emit(this.#signal, "toolCallInputDelta", { toolCallId, partialJson });
    await this.#session.emit(this.#signal, "toolCallCompleted", { toolCallId, input });
  }
}

function isRecord(value: unknown): value is ToolInput {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
