import type { AgentEvent, AgentHooks, Clock, Ids, SessionId } from "@nucleic/protocol/core";
import type { Emitter } from "./emitter.ts";

/** What the demo agent works with. Its tools are real: they read and write files and run programs. */
export interface Toolbox {
  readonly emit: Emitter;
  readonly hooks: AgentHooks;
  readonly sessionId: SessionId;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Milliseconds between two words. */
  readonly paceMs: number;
  /** Aborts when the turn is interrupted. */
  readonly signal: AbortSignal;
  nextId(): string;
  /** Ends the turn: a person cancelled it with their decision. */
  cancel(): void;
  /** Holds the end of the run back until the command is over. */
  track<T>(command: Promise<T>): Promise<T>;
}

/** What a step of the demo agent is: events as it goes, and what came of it. */
export type Stream<T> = AsyncGenerator<AgentEvent, T, undefined>;
