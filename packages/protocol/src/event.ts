import { z } from "zod";
import { ApprovalRequested, ApprovalResolved, QuestionAnswered, QuestionAsked } from "./events/approval.ts";
import { FileChange, PlanUpdated } from "./events/change.ts";
import {
  Diffstat,
  DispositionChanged,
  Integration,
  SetupFinished,
  SetupLog,
  SetupStarted,
  StatusChanged,
} from "./events/lifecycle.ts";
import { SandboxPrepared, SandboxRefusal } from "./events/sandbox.ts";
import {
  ErrorEvent,
  Raw,
  RunFinished,
  SessionStarted,
  TurnCompleted,
  TurnStarted,
  UserMessage,
} from "./events/session.ts";
import { AssistantText, Thinking } from "./events/text.ts";
import {
  ToolCallCompleted,
  ToolCallInputDelta,
  ToolCallStarted,
  ToolOutputDelta,
  ToolResult,
} from "./events/tool.ts";
import { Compaction, RateLimit, Usage } from "./events/usage.ts";

/** One thing that happened in a session, whatever the backend: the language of streams, transcripts and clients. */
export const AgentEvent = z
  .discriminatedUnion("kind", [
    SessionStarted,
    TurnStarted,
    UserMessage,
    AssistantText,
    Thinking,
    ToolCallStarted,
    ToolCallInputDelta,
    ToolCallCompleted,
    ToolOutputDelta,
    ToolResult,
    FileChange,
    PlanUpdated,
    ApprovalRequested,
    ApprovalResolved,
    QuestionAsked,
    QuestionAnswered,
    Usage,
    RateLimit,
    Compaction,
    TurnCompleted,
    RunFinished,
    ErrorEvent,
    SetupStarted,
    SetupLog,
    SetupFinished,
    SandboxPrepared,
    SandboxRefusal,
    StatusChanged,
    DispositionChanged,
    Integration,
    Diffstat,
    Raw,
  ])
  .meta({ title: "AgentEvent" });
export type AgentEvent = z.infer<typeof AgentEvent>;

/** The name of an event. */
export type EventKind = AgentEvent["kind"];

/** The event of one kind. */
export type EventOf<K extends EventKind> = Extract<AgentEvent, { kind: K }>;

type EnvelopeKey = "v" | "seq" | "sessionId" | "turnId" | "at" | "origin";
type Body<E> = E extends AgentEvent ? Omit<E, EnvelopeKey> : never;

/** An event without its envelope: what a pure translation yields before someone stamps it. */
export type EventBody = Body<AgentEvent>;

/** The body of one kind of event. */
export type EventBodyOf<K extends EventKind> = Extract<EventBody, { kind: K }>;
