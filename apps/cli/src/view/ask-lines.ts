import type { ApprovalRequest, QuestionRequest } from "@nucleic/protocol";
import type { Board } from "@nucleic/sync/client";
import { approvalBody } from "./approval-body.ts";
import { riskPaint, toolName } from "./approval-card.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { wrapText } from "./wrap.ts";

const tooLarge = "… too large for this list: nucleic attach shows all of it";

/** Everything that waits for a person: under which id, in which session, and the whole of it. */
export function askLines(
  { approvals, questions, sessions, clipped }: Board,
  short: (id: string) => string,
  frame: Frame,
): string[] {
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  const where = (ask: ApprovalRequest | QuestionRequest) => {
    const title = titles.get(ask.sessionId);
    return title === undefined ? "" : frame.style.dim(` · ${safeLine(title)}`);
  };
  const inner = { ...frame, width: Math.max(1, frame.width - 2) };
  return [
    ...approvals.flatMap((request) => {
      const risk = request.risk ?? "unknown";
      const what = safeLine(request.summary ?? toolName(request));
      const head = `${frame.style.bold(short(request.id))} ${what} ${riskPaint(risk, frame.style)(risk)}`;
      const body = clipped.has(request.id) ? [tooLarge] : approvalBody(request, inner);
      return [head + where(request), ...body.map((row) => `  ${row}`), ""];
    }),
    ...questions.flatMap((request) => [
      `${frame.style.bold(short(request.id))} question${where(request)}`,
      ...request.questions.flatMap(({ text }) =>
        wrapText(safeLine(text), inner.width).map((row) => `  ${row}`),
      ),
      "",
    ]),
  ];
}
