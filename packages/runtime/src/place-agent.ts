import type { AgentBackend, SessionId } from "@nucleic/protocol";
import type { RecordableEvent } from "./session/session.ts";

/** A place for the program of one run. */
export interface AgentPlace extends AsyncDisposable {
  /** The same agent, which starts its program there. Disposed of when the run has ended, or never began. */
  readonly backend: AgentBackend;
}

/** Makes the place for a run, once its workspace is there. What it throws is why the agent could not be started. */
export type PlaceAgent = (setting: {
  readonly sessionId: SessionId;
  /** Absolute; the worktree. */
  readonly cwd: string;
  /** The agent as it runs on this machine. */
  readonly backend: AgentBackend;
  /** Ports of this machine's loopback at which MCP servers of the run listen. */
  readonly ports: readonly number[];
  /** Folders that the run needs to be read there. */
  readonly reads: readonly string[];
  readonly signal: AbortSignal;
  /** Writes into the transcript what is to be known of the place, now and while the run is on. */
  record(event: RecordableEvent): Promise<void>;
}) => Promise<AgentPlace>;
