import { z } from "zod";

// The brand comes last: what is chained behind it has lost it.
const id = <B extends string>(title: B) => z.string().min(1).max(256).meta({ title }).brand<B>();

/** Ours, sortable (UUIDv7): one session, in one worktree. Never the id a CLI gives its own session. */
export const SessionId = id("SessionId");
export type SessionId = z.infer<typeof SessionId>;
/** Ours, sortable: a registered repository. */
export const ProjectId = id("ProjectId");
export type ProjectId = z.infer<typeof ProjectId>;
/** Ours, sortable: one turn, from an input to the agent's being done with it. */
export const TurnId = id("TurnId");
export type TurnId = z.infer<typeof TurnId>;
/** The backend's own id of a tool call, unique within a session. */
export const ToolCallId = id("ToolCallId");
export type ToolCallId = z.infer<typeof ToolCallId>;
/** Ours, sortable: one thing a person is asked to allow. */
export const ApprovalId = id("ApprovalId");
export type ApprovalId = z.infer<typeof ApprovalId>;
/** Ours, sortable: one set of questions an agent asked. */
export const QuestionId = id("QuestionId");
export type QuestionId = z.infer<typeof QuestionId>;
/** The fingerprint of a paired device. */
export const DeviceId = id("DeviceId");
export type DeviceId = z.infer<typeof DeviceId>;
/** Ours, sortable: one thing a client asked a host to do, so that asking twice does it once. */
export const IntentId = id("IntentId");
export type IntentId = z.infer<typeof IntentId>;
