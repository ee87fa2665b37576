import type { ApprovalRequest } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { onApproval } from "../src/client/index.ts";
import type { Board } from "../src/client/session-board.ts";
import { MemoryHost, sessionId } from "./memory-host.ts";

const ask = (id: string, session: string = sessionId) =>
  ({ id, sessionId: session, tool: "Bash" }) as unknown as ApprovalRequest;

test("each approval is told once with its session, whole or not at all, and again where it was settled and asked anew", () => {
  const sessions = [new MemoryHost().item];
  let tell: (board: Board) => void = () => undefined;
  const client = {
    onBoard(listener: (board: Board) => void) {
      tell = listener;
      return { [Symbol.dispose]: () => undefined };
    },
  };
  const heard: string[] = [];
  using _ = onApproval(client, ({ id }, { title }) => void heard.push(`${id} of ${title}`));
  const board = (approvals: readonly ApprovalRequest[], clipped: readonly string[] = []) =>
    tell({ sessions, approvals, questions: [], clipped: new Set(clipped) });
  board([ask("a"), ask("b"), ask("c", "a session that is not known yet")], ["b"]);
  board([ask("a"), ask("b"), ask("d")], ["b"]);
  board([]);
  board([ask("a")]);
  expect(heard).toEqual(["a of a session", "d of a session", "a of a session"]);
});
