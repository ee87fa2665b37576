import type { SessionStatus } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import { isActive } from "@nucleic/runtime";
import { dispositionWords } from "./disposition.ts";
import { formatAge, formatDiffstat } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame, Style } from "./style.ts";
import { table } from "./table.ts";

/** Sessions as a table. Ids are as short as they stay unique among `ids`. */
export function sessionTable(
  sessions: readonly SessionItem[],
  shortId: (id: string) => string,
  now: number,
  frame: Frame,
): string[] {
  const { style } = frame;
  const rows = sessions.map((session) => [
    shortId(session.id),
    standing(session),
    safeLine(session.title),
    safeLine(session.backend),
    safeLine(session.branch ?? ""),
    session.diffstat ? formatDiffstat(session.diffstat) : "",
    formatAge(now - session.updatedAt),
  ]);
  const layout = [
    { head: "ID", min: 8, paint: style.bold },
    {
      head: "STATUS",
      min: 8,
      paint: (cell: string, row: number) => statusPaint(sessions[row], style)(cell),
    },
    { head: "TITLE", min: 10, grow: true },
    { head: "BACKEND", min: 6 },
    { head: "BRANCH", min: 8, paint: style.dim },
    { head: "CHANGES", min: 6 },
    { head: "AGE", min: 3, paint: style.dim },
  ];
  return table(layout, rows, frame);
}

/** The status, and of a session that is at rest what was made of its work. */
export function standing({ status, disposition }: Pick<SessionItem, "status" | "disposition">): string {
  const rests = status === "awaitingInput" || status === "finished" || status === "interrupted";
  return rests && disposition ? dispositionWords[disposition] : statusWords[status];
}

/** A status as a person says it. */
export const statusWords: Record<SessionStatus, string> = {
  created: "created",
  preparing: "preparing",
  starting: "starting",
  running: "running",
  awaitingApproval: "asks for approval",
  awaitingAnswer: "has a question",
  awaitingInput: "waits for input",
  interrupted: "interrupted",
  failed: "failed",
  finished: "finished",
  archived: "archived",
};

/** The colour of a status; its words say the same. */
export function statusPaint(session: SessionItem | undefined, style: Style): (text: string) => string {
  const { status, disposition } = session ?? {};
  if (status === "failed") return style.red;
  if (status === "awaitingApproval" || status === "awaitingAnswer" || status === "interrupted")
    return style.yellow;
  if (status !== undefined && !isActive(status) && disposition === "blocked") return style.yellow;
  return status === "running" || status === "starting" ? style.green : style.dim;
}
