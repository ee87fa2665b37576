import type { ApprovalRequest, SessionId } from "@nucleic/protocol";
import type { Board } from "@nucleic/sync/client";
import type { Key } from "../input/keys.ts";
import { shortId } from "../session/short-id.ts";
import { type BoardView, oldestApproval, selectedOf, shownSessions } from "./board-view.ts";

/** How long a card has to have been on screen before it can be allowed: nobody reads faster. */
export const lookMs = 400;

/** What the keys are about, as it was drawn last. */
export interface Scene {
  readonly board: Board;
  /** Rows of the transcript or of the card, and how many of them fit. */
  readonly rows: number;
  readonly page: number;
  /** The request of the card that is up, once all of it is here. */
  readonly request: ApprovalRequest | undefined;
  /** How long it has been on screen, and how many of its rows were. */
  readonly shownMs: number;
  readonly seenRows: number;
}

/** What a key asks for besides another view. */
export type BoardEffect =
  | { readonly kind: "leave" }
  | { readonly kind: "interrupt"; readonly sessionId: SessionId }
  | { readonly kind: "allow" | "deny"; readonly request: ApprovalRequest };

export interface BoardStep {
  readonly view: BoardView;
  readonly effect?: BoardEffect;
}

/** Takes in what the terminal sent at once. Of several keys, a paste perhaps, only those that move count. */
export function boardKeys(view: BoardView, keys: readonly Key[], scene: Scene): BoardStep {
  if (keys.length === 1 && keys[0]) return boardKey({ ...view, note: "" }, keys[0], scene);
  const moves = keys.filter((key) => moveOf(key) !== 0);
  return { view: moves.reduce((now, key) => moved(now, moveOf(key), scene), view) };
}

function boardKey(view: BoardView, key: Key, scene: Scene): BoardStep {
  const move = moveOf(key);
  if (move !== 0) return { view: moved(view, move, scene) };
  return view.card === undefined ? plainKey(view, key, scene) : cardKey(view, key, scene);
}

/** Rows down, or up where negative; `Infinity` is a page. */
function moveOf(key: Key): number {
  if (key.kind === "down" || (key.kind === "char" && key.char === "j")) return 1;
  if (key.kind === "up" || (key.kind === "char" && key.char === "k")) return -1;
  if (key.kind === "pageDown" || (key.kind === "char" && key.char === " ")) return Number.POSITIVE_INFINITY;
  return key.kind === "pageUp" ? Number.NEGATIVE_INFINITY : 0;
}

function moved(view: BoardView, move: number, { board, rows, page }: Scene): BoardView {
  const by = Number.isFinite(move) ? move : Math.sign(move) * Math.max(1, page - 1);
  const last = Math.max(0, rows - page);
  if (view.card !== undefined)
    return { ...view, cardScroll: Math.min(last, Math.max(0, view.cardScroll + by)) };
  if (view.opened !== undefined) {
    const scroll = Math.max(0, (view.scroll ?? last) + by);
    return { ...view, scroll: scroll >= last ? undefined : scroll };
  }
  const sessions = shownSessions(board);
  const at = sessions.findIndex(({ id }) => id === view.selected);
  const next = sessions[Math.min(sessions.length - 1, Math.max(0, at + by))];
  return { ...view, selected: next?.id ?? view.selected };
}

function plainKey(view: BoardView, key: Key, { board }: Scene): BoardStep {
  const session = selectedOf(view, shownSessions(board));
  if (key.kind === "escape") return { view: { ...view, opened: undefined, scroll: undefined } };
  if (key.kind === "enter")
    return { view: session ? { ...view, opened: session.id, scroll: view.scroll } : view };
  if (key.kind !== "char") return { view };
  switch (key.char) {
    case "q":
      return { view, effect: { kind: "leave" } };
    case "G":
      return { view: { ...view, scroll: undefined } };
    case "g":
      return { view: { ...view, scroll: view.opened === undefined ? undefined : 0 } };
    case "i":
      if (session === undefined) return { view };
      if (!session.isRunning) return { view: { ...view, note: "its agent does not run" } };
      return {
        view: { ...view, note: "interrupting" },
        effect: { kind: "interrupt", sessionId: session.id },
      };
    case "a":
    case "d": {
      const request = session && oldestApproval(board, session.id);
      if (request) return { view: { ...view, card: request.id, cardScroll: 0 } };
      const asks = session !== undefined && session.pendingQuestions > 0;
      const note = asks
        ? `it has a question: nucleic attach ${shortId(session.id)} answers it`
        : "it waits for no approval";
      return { view: { ...view, note } };
    }
    default:
      return { view };
  }
}

/** `y` and `n` answer; Enter does nothing. What was not seen, all of it and long enough, is not allowed. */
function cardKey(view: BoardView, key: Key, { request, rows, shownMs, seenRows }: Scene): BoardStep {
  if (key.kind === "escape" || (key.kind === "char" && key.char === "q"))
    return { view: { ...view, card: undefined } };
  if (key.kind !== "char" || request === undefined) return { view };
  const closed = { ...view, card: undefined };
  if (key.char === "n" && request.options.includes("deny"))
    return { view: { ...closed, note: "denying" }, effect: { kind: "deny", request } };
  if (key.char !== "y" || !request.options.includes("allow")) return { view };
  if (shownMs < lookMs) return { view: { ...view, note: "look first, then y" } };
  if (seenRows < rows) return { view: { ...view, note: "there is more of it below: j, or space" } };
  return { view: { ...closed, note: "allowing" }, effect: { kind: "allow", request } };
}
