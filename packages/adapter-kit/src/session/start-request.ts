import type { AgentHooks, SessionSpec } from "@nucleic/protocol";

/** What `start` and `resume` of a backend were called with. */
export interface StartRequest {
  readonly spec: SessionSpec;
  readonly hooks: AgentHooks;
  readonly signal: AbortSignal | undefined;
  /** Absent: a new session. */
  readonly resume: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
}
