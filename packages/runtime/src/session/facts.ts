import type { AgentEvent, EventOf } from "@nucleic/protocol";
import type { Updateable } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Sequenced } from "../transcript/format.ts";
import { isKnown } from "./event-kinds.ts";
import type { SessionEvent } from "./session.ts";
import { initialState, nextState, type SessionState } from "./state-machine.ts";

/** What a session's row says that its transcript knows better. */
export interface SessionFacts {
  readonly state: SessionState;
  readonly lastSeq: number;
  readonly lastAt: number;
  readonly backendSessionId: string | undefined;
  readonly model: string | undefined;
  /** The engine of the sandbox that the last run was begun in. */
  readonly sandbox: string | undefined;
  /** The hosts that it may reach, where there is a list. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly diffstat: EventOf<"diffstat"> | undefined;
  /** How often the agent has asked, decided by a person or not. */
  readonly approvals: number;
  /** What became of the set-up script the last time it ran. */
  readonly setup: "none" | "unfinished" | "failed" | "done";
  /** The agent's own file that it was imported from. */
  readonly importedFrom: string | undefined;
}

export const noFacts: SessionFacts = {
  state: initialState,
  lastSeq: 0,
  lastAt: 0,
  backendSessionId: undefined,
  model: undefined,
  sandbox: undefined,
  allowedHosts: undefined,
  diffstat: undefined,
  approvals: 0,
  setup: "none",
  importedFrom: undefined,
};

/** Facts that have been JSON, which leaves out what is undefined. */
export function factsFromJson(facts: SessionFacts): SessionFacts {
  return { ...noFacts, ...facts, state: { ...initialState, ...facts.state } };
}

/** The facts after one more record of a transcript that was written by us: its order is not judged again. */
export function nextFacts(facts: SessionFacts, event: Sequenced): SessionFacts {
  const state = stateAfter(facts.state, event);
  const next = { ...facts, state, lastSeq: event.seq };
  return isKnown(event) ? withEvent(next, event) : next;
}

/** The columns that hold them. */
export function factColumns(facts: SessionFacts): Updateable<Schema["session"]> {
  const { diffstat } = facts;
  return {
    status: facts.state.status,
    disposition: facts.state.disposition ?? null,
    last_seq: facts.lastSeq,
    ...(facts.lastAt > 0 && { updated_at: facts.lastAt }),
    ...(facts.backendSessionId !== undefined && { backend_session_id: facts.backendSessionId }),
    ...(facts.model !== undefined && { model: facts.model }),
    ...(facts.sandbox !== undefined && {
      sandbox: facts.sandbox,
      allowed_hosts: facts.allowedHosts === undefined ? null : JSON.stringify(facts.allowedHosts),
    }),
    ...(facts.importedFrom !== undefined && { native_transcript_path: facts.importedFrom }),
    ...(diffstat && {
      diff_files: diffstat.files,
      diff_added: diffstat.added,
      diff_removed: diffstat.removed,
      ahead: diffstat.ahead,
      behind: diffstat.behind,
    }),
  };
}

function withEvent(facts: SessionFacts, event: AgentEvent): SessionFacts {
  const dated = { ...facts, lastAt: event.at };
  if (event.kind === "diffstat") return { ...dated, diffstat: event };
  if (event.kind === "approvalRequested") return { ...dated, approvals: facts.approvals + 1 };
  if (event.kind === "sandboxPrepared") return { ...dated, sandbox: event.engine, allowedHosts: event.hosts };
  if (event.kind === "setupStarted") return { ...dated, setup: "unfinished" };
  if (event.kind === "setupFinished") return { ...dated, setup: event.exitCode === 0 ? "done" : "failed" };
  if (event.kind !== "sessionStarted") return dated;
  return {
    ...dated,
    backendSessionId: event.backendSessionId,
    model: event.model ?? facts.model,
    importedFrom: event.imported?.path ?? facts.importedFrom,
  };
}

/** Where records are missing, what follows them may not fit: the state then stays what it was. */
function stateAfter(state: SessionState, event: SessionEvent): SessionState {
  try {
    return nextState(state, event);
  } catch {
    return state;
  }
}
