import type { Clock } from "./clock.ts";
import type { ApprovalId, IntentId, ProjectId, QuestionId, SessionId, TurnId } from "./ids.ts";

/** A source of ids of our own. Injected, so that golden files are exact. */
export interface Ids {
  session(): SessionId;
  project(): ProjectId;
  turn(): TurnId;
  approval(): ApprovalId;
  question(): QuestionId;
  intent(): IntentId;
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
    intent: () => next() as IntentId,
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
