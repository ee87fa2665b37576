import type { ApprovalRequest } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import { choosing } from "../input/approval-keys.ts";
import { approvalCard } from "./approval-card.ts";
import { formatAge, formatDiffstat, plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import { standing, statusPaint } from "./session-table.ts";
import type { Frame } from "./style.ts";
import { type Column, table } from "./table.ts";
import { truncate } from "./wrap.ts";

/** What the list shows besides the sessions themselves. */
export interface ListInput {
  readonly selected: string | undefined;
  readonly now: number;
  /** Of a project, and of a session: as a person reads them, safe to print. */
  readonly project: (id: string) => string;
  readonly cost: (id: string) => string;
  readonly shortId: (id: string) => string;
}

interface Cell extends Column {
  readonly of: (session: SessionItem) => string;
  /** Left out on a terminal that is narrower. */
  readonly from?: number;
}

/** The sessions under their heads, the first row; the selected one is marked by more than a colour. */
export function listRows(sessions: readonly SessionItem[], input: ListInput, frame: Frame): string[] {
  const cells = cellsOf(sessions, input, frame).filter(({ from = 0 }) => frame.width >= from);
  const rows = sessions.map((session) => cells.map(({ of }) => of(session)));
  return table(cells, rows, frame);
}

function cellsOf(
  sessions: readonly SessionItem[],
  { selected, now, project, cost, shortId }: ListInput,
  { style }: Frame,
): Cell[] {
  return [
    { head: "", min: 1, of: ({ id }) => (id === selected ? "›" : " ") },
    { head: "ID", min: 8, paint: style.bold, of: ({ id }) => shortId(id), from: 60 },
    {
      head: "STATUS",
      min: 8,
      paint: (cell, at) => statusPaint(sessions[at], style)(cell),
      of: standing,
    },
    { head: "ASKS", min: 4, paint: style.yellow, of: asksOf },
    { head: "PROJECT", min: 6, of: ({ projectId }) => project(projectId), from: 70 },
    { head: "TITLE", min: 10, grow: true, of: ({ title }) => safeLine(title) },
    { head: "AGENT", min: 5, of: ({ backend }) => safeLine(backend), from: 70 },
    { head: "COST", min: 5, of: ({ id }) => cost(id), from: 90 },
    {
      head: "CHANGES",
      min: 6,
      of: ({ diffstat }) => (diffstat ? formatDiffstat(diffstat) : ""),
      from: 90,
    },
    { head: "AGE", min: 3, paint: style.dim, of: ({ createdAt }) => formatAge(now - createdAt) },
  ];
}

/** `1 approval`, `2 approvals 1 question`, in as few letters as can be read. */
function asksOf({ pendingApprovals, pendingQuestions }: SessionItem): string {
  const approvals = pendingApprovals > 0 ? plural(pendingApprovals, "approval") : "";
  const questions = pendingQuestions > 0 ? plural(pendingQuestions, "question") : "";
  return [approvals, questions].filter(Boolean).join(" ");
}

/** The first line of the board: how many there are, and how many wait for the person. */
export function boardHead(sessions: readonly SessionItem[], isConnected: boolean, frame: Frame): string {
  const waiting = sessions.filter((one) => one.pendingApprovals + one.pendingQuestions > 0).length;
  const words = [
    "nucleic",
    plural(sessions.length, "session"),
    waiting === 0 ? "nobody waits for you" : `${waiting} wait${waiting === 1 ? "s" : ""} for you`,
    ...(isConnected ? [] : ["the host does not answer: trying again"]),
  ];
  return frame.style.bold(truncate(words.join(" · "), frame.width));
}

/** The first line of a session that is up. */
export function sessionHead(session: SessionItem, shortId: (id: string) => string, frame: Frame): string {
  const asks = asksOf(session);
  const words = [
    shortId(session.id),
    standing(session),
    ...(asks === "" ? [] : [asks]),
    safeLine(session.title),
  ];
  return frame.style.bold(truncate(words.join(" · "), frame.width));
}

/** All rows of an approval's card, however many they are: the whole diff, the whole command. */
export function cardRows(request: ApprovalRequest, frame: Frame): string[] {
  const input = { mode: choosing, maxRows: Number.POSITIVE_INFINITY, queued: 0, keys: [] };
  return approvalCard(request, input, frame);
}

/** So many of the rows that `at` is among them, with as many before as behind where there are. */
export function around<T>(rows: readonly T[], at: number, count: number): readonly T[] {
  const first = Math.min(Math.max(0, at - Math.floor(count / 2)), Math.max(0, rows.length - count));
  return rows.slice(first, first + count);
}
