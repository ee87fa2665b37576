import {
  type AgentEvent,
  type AgentInput,
  checkStream,
  createIds,
  type SessionSpec,
  type StreamFault,
  systemClock,
} from "@nucleic/protocol/core";

/** The spec of a new session in a folder: interactive, in full, not trusted, but for what the test says. */
export function sessionSpec(cwd: string, more: Partial<SessionSpec> = {}): SessionSpec {
  return {
    sessionId: createIds(systemClock).session(),
    cwd,
    approvalPolicy: "interactive",
    verbosity: "full",
    env: {},
    trusted: false,
    ...more,
  };
}

/** A message with nothing attached. */
export const say = (text: string): AgentInput => ({ text, context: [] });

/** The invariants of a stream that these events break. */
export const faultsOf = (events: readonly AgentEvent[]): readonly StreamFault[] => checkStream(events).faults;
