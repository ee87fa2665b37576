import type { ApprovalRequest, DecidedBy, Decision } from "../src/approval.ts";
import type { AgentEvent, EventBody } from "../src/event.ts";
import { ApprovalId, QuestionId, SessionId, ToolCallId, TurnId } from "../src/ids.ts";
import { scriptedCapabilities } from "../src/testing/scripted/options.ts";

/** An event that has no place in a stream yet. */
export type Draft = EventBody & Partial<Pick<AgentEvent, "seq" | "turnId" | "origin">>;

export const person: DecidedBy = { by: "person" };
const sessionId = SessionId.parse("session-1");

/** Gives each event its place. */
export function stream(drafts: readonly Draft[]): AgentEvent[] {
  return drafts.map((draft, index) => ({
    v: 1,
    seq: index + 1,
    sessionId,
    at: index,
    origin: "backend",
    ...draft,
  }));
}

export const text = (words: string, isPartial = false, more: { parentToolCallId?: string } = {}): Draft => ({
  kind: "assistantText",
  messageId: "message",
  text: words,
  isPartial,
  ...more,
});

export const thought = (words: string, isPartial = false): Draft => ({
  kind: "thinking",
  messageId: "message",
  text: words,
  isPartial,
});

export const started = (id = "call"): Draft => ({
  kind: "toolCallStarted",
  toolCallId: ToolCallId.parse(id),
  tool: "Bash",
  nativeTool: "sh",
});

export const input = (id = "call"): Draft => ({
  kind: "toolCallCompleted",
  toolCallId: ToolCallId.parse(id),
  input: {},
});

export const result = (id = "call"): Draft => ({
  kind: "toolResult",
  toolCallId: ToolCallId.parse(id),
  content: [],
  isError: false,
});

export const asked = (id = "approval"): Draft => ({
  kind: "approvalRequested",
  request: approvalRequest(id),
});

export const resolved = (
  id = "approval",
  decision: Decision = { kind: "allow" },
  decidedBy: DecidedBy = person,
): Draft => ({ kind: "approvalResolved", approvalId: ApprovalId.parse(id), decision, decidedBy });

export const question = (id = "question"): Draft => ({
  kind: "questionAsked",
  questionId: QuestionId.parse(id),
  questions: [],
});

export const answer = (id = "question"): Draft => ({
  kind: "questionAnswered",
  questionId: QuestionId.parse(id),
  answeredBy: person,
});

export const turn = (id = "turn"): Draft => ({
  kind: "turnStarted",
  turnId: TurnId.parse(id),
  cause: "user",
});

export const turnOver = (id = "turn"): Draft => ({
  kind: "turnCompleted",
  turnId: TurnId.parse(id),
  outcome: "completed",
});

export const runOver: Draft = { kind: "runFinished", outcome: "completed" };

export const takenUp: Draft = {
  kind: "sessionStarted",
  backend: "scripted",
  backendSessionId: "scripted-1",
  cwd: "/repo",
  capabilities: scriptedCapabilities,
  resumed: true,
};

export function approvalRequest(id: string): ApprovalRequest {
  return {
    id: ApprovalId.parse(id),
    sessionId,
    tool: "Bash",
    nativeTool: "sh",
    input: { command: "ls" },
    cwd: "/repo",
    options: ["allow", "deny"],
    createdAt: 0,
  };
}
