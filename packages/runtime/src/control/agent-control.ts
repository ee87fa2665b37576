import type {
  Disposition,
  HostCommand,
  HostOutcome,
  McpServerSpec,
  Question,
  QuestionReply,
  SessionId,
} from "@nucleic/protocol";

/**
 * A way for agents to speak up that is not their own stream: an MCP server of ours, handed to every backend that takes MCP
 * servers. `ControlServer` of `@nucleic/control` is one; the runtime knows only what it needs of it.
 */
export interface AgentControl {
  /** Opens the way of one run. Disposed of when the run has ended, or never began. */
  open(sessionId: SessionId, handlers: ControlHandlers, limits?: ControlLimits): Promise<ControlGrant>;
}

/** What is known of the agent that calls. */
export interface ControlLimits {
  /** Milliseconds after which it gives up a call. Absent: it waits for as long as it takes. */
  readonly callTimeoutMs?: number;
}

/**
 * Runs what a person has allowed, on this machine, as its user. Must end it when `signal` aborts, and by a limit of its own;
 * resolves when nothing of it is alive.
 */
export type RunOutside = (allowed: {
  readonly command: HostCommand["command"];
  /** Absolute, no link in it when it was shown. */
  readonly cwd: string;
  /** Marks its processes. */
  readonly runId: string;
  readonly signal: AbortSignal;
  onOutput(text: string, stream: "stdout" | "stderr"): void;
}) => Promise<OutsideEnd>;

/** How it ended. */
export interface OutsideEnd {
  /** `exit code 1`, `stopped after 10 minutes`. */
  readonly how: string;
  readonly code?: number;
  readonly durationMs: number;
}

/** What an agent's calls come to. */
export interface ControlHandlers {
  /** @throws RuntimeError `notRunning`; StorageError */
  setDisposition(disposition: Disposition): Promise<void>;
  /** `signal` aborts with an `AskEnded` when the agent no longer waits. */
  askUser(questions: readonly Question[], signal: AbortSignal): Promise<QuestionReply>;
  /** One command outside of the agent's sandbox, after a person has allowed it. Absent where it is in none. */
  hostExec?(command: HostCommand, signal: AbortSignal): Promise<HostOutcome>;
}

/** What one run's agent is given. */
export interface ControlGrant extends AsyncDisposable {
  /** Not to be guessed before the session began: what is called so is ours. */
  readonly serverName: string;
  /** The tools that an agent may call unasked. */
  readonly toolNames: readonly string[];
  readonly mcpServer: McpServerSpec;
  /** For the system prompt of agents that take one. */
  readonly systemPrompt: string;
}

/** How a turn ended, for whoever reads its last message where the agent did not say how its work stands. */
export interface TurnEnding {
  readonly outcome: "completed" | "failed" | "interrupted";
  /** The agent's last message; empty where it said nothing. */
  readonly text: string;
  /** The message was cut short. */
  readonly truncated: boolean;
}

/** Reads it. `undefined` where the text does not say. Must not throw. */
export type ReadDisposition = (ending: TurnEnding) => Disposition | undefined;
