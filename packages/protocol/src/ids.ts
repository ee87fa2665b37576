import { z } from "zod";
import type { Clock } from "./clock.ts";

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

/** A source of ids of our own. Injected, so that golden files are exact. */
export interface Ids {
  session(): SessionId;
  project(): ProjectId;
  turn(): TurnId;
  approval(): ApprovalId;
  question(): QuestionId;
}

/** Ids as {@link https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7 | UUIDv7}: sortable by time, 74 random bits. */
export function createIds(clock: Clock): Ids {
  return idsFrom(() => uuidv7(clock.now()));
}

/** Ids from any source of unique strings. */
export function idsFrom(next: () => string): Ids {
  return {
    session: () => next() as SessionId,
    project: () => next() as ProjectId,
    turn: () => next() as TurnId,
    approval: () => next() as ApprovalId,
    question: () => next() as QuestionId,
  };
}

/** 48 bits of time, the version, 12 random bits, the variant, 62 random bits. */
function uuidv7(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, now / 2 ** 16);
  view.setUint16(4, now);
  view.setUint16(6, 0x7000 | (view.getUint16(6) & 0x0fff));
  view.setUint16(8, 0x8000 | (view.getUint16(8) & 0x3fff));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
