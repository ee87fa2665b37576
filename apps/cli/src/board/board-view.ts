import type { ApprovalId, ApprovalRequest, SessionId } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { Board } from "@nucleic/sync/client";

/** How the board is looked at. Which sessions there are is not in it: those come from the host. */
export interface BoardView {
  readonly selected: SessionId | undefined;
  /** The session whose transcript is up, before the list. */
  readonly opened: SessionId | undefined;
  /** The first row of it that is shown; absent, and its end is followed. */
  readonly scroll: number | undefined;
  /** The approval whose card is up, before everything. */
  readonly card: ApprovalId | undefined;
  readonly cardScroll: number;
  /** What is said of the last key. */
  readonly note: string;
}

export const firstView: BoardView = {
  selected: undefined,
  opened: undefined,
  scroll: undefined,
  card: undefined,
  cardScroll: 0,
  note: "",
};

/** The sessions in the order they are shown in: those that wait for a person first, then the newest. */
export function shownSessions({ sessions }: Pick<Board, "sessions">): readonly SessionItem[] {
  const waits = (item: SessionItem) => Number(item.pendingApprovals + item.pendingQuestions > 0);
  return sessions.filter(({ status }) => status !== "archived").sort((a, b) => waits(b) - waits(a));
}

/** The session that keys are about: the selected one, while it is there. */
export function selectedOf(view: BoardView, sessions: readonly SessionItem[]): SessionItem | undefined {
  return sessions.find(({ id }) => id === (view.opened ?? view.selected)) ?? sessions[0];
}

/** What a session waits for, the oldest first. */
export function oldestApproval(board: Board, id: SessionId): ApprovalRequest | undefined {
  return board.approvals
    .filter(({ sessionId }) => sessionId === id)
    .reduce<ApprovalRequest | undefined>(
      (first, one) => (first === undefined || one.createdAt < first.createdAt ? one : first),
      undefined,
    );
}

/** The view after news from the host: what is gone is left. */
export function withBoard(view: BoardView, board: Board): BoardView {
  const sessions = shownSessions(board);
  const isThere = (id: SessionId | undefined) => sessions.some((one) => one.id === id);
  const answered = view.card !== undefined && !board.approvals.some(({ id }) => id === view.card);
  return {
    ...view,
    selected: isThere(view.selected) ? view.selected : sessions[0]?.id,
    opened: isThere(view.opened) ? view.opened : undefined,
    ...(answered && { card: undefined, note: "that was answered" }),
  };
}
