import type { Disposition, HostCommand, HostOutcome, Question, QuestionReply } from "@nucleic/protocol";

/** What an agent's calls come to. Whoever drives the session gives them; this package knows no session itself. */
export interface ControlHandlers {
  /** The agent says how its work stands. Rejects where that could not be kept; the agent is told so. */
  setDisposition(disposition: Disposition): Promise<void>;
  /**
   * The agent asks a person and waits, however long it takes. `signal` aborts with an `AskEnded` when it no longer does.
   * Where this rejects, the agent is told that nobody can answer.
   */
  askUser(questions: readonly Question[], signal: AbortSignal): Promise<QuestionReply>;
  /**
   * The agent, which is in a sandbox, asks for one command outside of it. Absent: the tool is not offered. A person is asked
   * first, always; `signal` aborts with an `AskEnded` when the agent no longer waits, which ends the command too.
   */
  hostExec?(command: HostCommand, signal: AbortSignal): Promise<HostOutcome>;
}
