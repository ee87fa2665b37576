import type { AgentHooks } from "../../backend.ts";
import type { BackendCapabilities } from "../../capabilities.ts";
import type { Clock } from "../../clock.ts";
import type { AgentInput } from "../../content.ts";
import type { Ids } from "../../create-ids.ts";
import type { AgentEvent, EventBody } from "../../event.ts";
import type { TurnId } from "../../ids.ts";
import type { SessionSpec } from "../../spec.ts";
import type { ToolName } from "../../tool.ts";
import { PROTOCOL_VERSION } from "../../version.ts";
import type { GateKeeper } from "../gates.ts";
import { EventChannel } from "./channel.ts";
import type { Memories } from "./memories.ts";
import type { Message, Model } from "./model.ts";
import type { Perform, Preview } from "./options.ts";

/** What every part of a scripted agent needs of its surroundings. */
export interface World {
  readonly model: Model;
  readonly perform: Perform;
  readonly preview: Preview;
  readonly asks: ReadonlySet<ToolName>;
  readonly capabilities: BackendCapabilities;
  readonly gates: GateKeeper | undefined;
  readonly backendId: string;
  readonly memories: Memories;
  readonly paceMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly maxUnreadEvents: number;
  readonly modes: readonly string[];
}

/** What a scripted session remembers from one run to the next. */
export interface Memory {
  readonly backendSessionId: string;
  readonly messages: Message[];
}

/** One run's state: what it was given, what it remembers, and the one way out for its events. */
export class ScriptedSession {
  readonly world: World;
  readonly spec: SessionSpec;
  readonly hooks: AgentHooks;
  readonly memory: Memory;
  readonly events: EventChannel<AgentEvent>;
  model: string | undefined;
  mode: string | undefined;
  turnId: TurnId | undefined;
  #seq = 0;
  #made = 0;

  constructor(
    world: World,
    spec: SessionSpec,
    hooks: AgentHooks,
    memory: Memory,
    onLeave: () => Promise<void>,
  ) {
    this.world = world;
    this.spec = spec;
    this.hooks = hooks;
    this.memory = memory;
    this.model = spec.model;
    this.mode = spec.mode;
    this.events = new EventChannel(world.maxUnreadEvents, onLeave);
  }

  /** A name that is unique in this session, also over its later runs: `message-3-2`. */
  name(kind: string): string {
    return `${kind}-${this.memory.messages.length}-${++this.#made}`;
  }

  remember(role: Message["role"], text: string): void {
    this.memory.messages.push({ role, text });
  }

  /** Saves what was said so far. */
  keep(): Promise<void> {
    return this.world.memories.save(this.memory.backendSessionId, this.memory.messages);
  }

  hear(input: AgentInput): void {
    const context = input.context.map((part) => `\n${JSON.stringify(part)}`);
    this.remember("user", input.text + context.join(""));
  }

  /** Emits at once, whether there is room or not: for what closes something that is open. */
  tell(body: EventBody): void {
    this.events.push({
      v: PROTOCOL_VERSION,
      seq: ++this.#seq,
      sessionId: this.spec.sessionId,
      ...(this.turnId && { turnId: this.turnId }),
      at: this.world.clock.now(),
      origin: "backend",
      ...body,
    });
  }

  /** Emits, then waits for room. Rejects with the signal's reason once it aborts. */
  async emit(body: EventBody, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.tell(body);
    await this.events.room(signal);
    signal.throwIfAborted();
  }
}
