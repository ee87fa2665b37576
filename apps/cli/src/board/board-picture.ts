import type { ApprovalRequest } from "@nucleic/protocol";
import type { Board, Transcript } from "@nucleic/sync/client";
import { shortIds } from "../session/short-id.ts";
import { around, boardHead, cardRows, type ListInput, listRows, sessionHead } from "../view/board-rows.ts";
import type { Frame } from "../view/style.ts";
import { truncate } from "../view/wrap.ts";
import { type BoardView, selectedOf, shownSessions } from "./board-view.ts";
import type { TranscriptLines } from "./transcript-lines.ts";

/** Everything there is to draw. */
export interface PictureInput extends Pick<ListInput, "now" | "project" | "cost"> {
  readonly view: BoardView;
  /** `undefined` until it has come. */
  readonly board: Board | undefined;
  readonly isConnected: boolean;
  /** Of the session that is up. */
  readonly transcript: Transcript | undefined;
  readonly lines: TranscriptLines;
  /** Of the card that is up, once all of it is here. */
  readonly request: ApprovalRequest | undefined;
  readonly height: number;
}

/** A screen: one line above, the rows that fit, two lines below. */
export interface Picture {
  readonly head: string;
  readonly body: readonly string[];
  readonly foot: readonly [note: string, keys: string];
  /** How many rows there are, and how many fit. */
  readonly rows: number;
  readonly page: number;
}

/** Rows of the head and the foot. */
const frameRows = 3;

/** Draws the board. Pure but for the lines of the transcript, which are laid out once. */
export function picture(input: PictureInput, frame: Frame): Picture {
  const page = Math.max(1, input.height - frameRows);
  const { view, board } = input;
  const foot = (keys: string) =>
    [truncate(view.note, frame.width), frame.style.dim(truncate(keys, frame.width))] as const;
  if (board === undefined)
    return { head: frame.style.bold("nucleic"), body: ["reading …"], foot: foot("q leave"), rows: 1, page };
  const sessions = shownSessions(board);
  const shortId = shortIds(sessions.map(({ id }) => id));
  if (view.card !== undefined) {
    const rows = input.request ? cardRows(input.request, frame) : ["reading all of it …"];
    const body = rows.slice(view.cardScroll, view.cardScroll + page);
    const more = rows.length - view.cardScroll - body.length;
    const below = more > 0 ? ` · ${more} more rows: j, space` : "";
    const keys = `y allow · n deny · esc back${below}`;
    return {
      head: frame.style.bold("an agent asks"),
      body,
      foot: foot(keys),
      rows: rows.length,
      page,
    };
  }
  const session = view.opened === undefined ? undefined : selectedOf(view, sessions);
  if (session) {
    const rows = transcriptRows(input, frame);
    const first = view.scroll ?? Math.max(0, rows.length - page);
    return {
      head: sessionHead(session, shortId, frame),
      body: rows.slice(first, first + page),
      foot: foot("j k scroll · G end · a d answer · i interrupt · esc back · q leave"),
      rows: rows.length,
      page,
    };
  }
  const [heads = "", ...rows] = listRows(sessions, { ...input, selected: view.selected, shortId }, frame);
  const at = sessions.findIndex(({ id }) => id === view.selected);
  const body =
    rows.length === 0 ? ['no sessions yet: nucleic run "<task>"'] : [heads, ...around(rows, at, page - 1)];
  return {
    head: boardHead(sessions, input.isConnected, frame),
    body,
    foot: foot("j k move · enter open · a d answer · i interrupt · q leave"),
    rows: rows.length,
    page: Math.max(1, page - 1),
  };
}

function transcriptRows({ transcript, lines, now }: PictureInput, frame: Frame): string[] {
  if (transcript?.snapshot === undefined) return [transcript?.error?.message ?? "reading …"];
  const earlier = transcript.hasEarlier ? [frame.style.dim("… nucleic show prints what was before")] : [];
  return [...earlier, ...lines.rows(transcript, frame, now)];
}
