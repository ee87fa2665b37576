import { systemClock } from "@nucleic/protocol/core";
import type { Board } from "@nucleic/sync/client";
import { keys } from "./paired-host.ts";

const name = "board";
/** A key store takes 64 KiB. */
const maxBytes = 60_000;

/** The board as it was when the host was last there. */
export interface KeptBoard {
  readonly board: Board;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What is not readable any more is not missed. */
export async function readBoard(): Promise<KeptBoard | undefined> {
  try {
    const text = await keys.read(name);
    if (text === undefined) return undefined;
    const { at, board } = JSON.parse(text) as { at: number; board: Board & { clipped: string[] } };
    return { at, board: { ...board, clipped: new Set(board.clipped) } };
  } catch {
    // It was written by another version, or the browser has thrown it away: the host has it.
    return undefined;
  }
}

/** As much of it as there is room for: sessions beyond that are left out, then what requests would do. */
export async function keepBoard(board: Board): Promise<void> {
  const at = systemClock.now();
  for (const part of [board, first(board, 50), withoutInputs(first(board, 20)), first(board, 0)]) {
    const text = JSON.stringify({ at, board: { ...part, clipped: [...part.clipped] } });
    if (new TextEncoder().encode(text).length <= maxBytes) return await keys.write(name, text);
  }
}

function first(board: Board, count: number): Board {
  const { sessions, approvals, questions } = board;
  return {
    ...board,
    sessions: sessions.slice(0, count),
    approvals: approvals.slice(0, count),
    questions: questions.slice(0, count),
  };
}

function withoutInputs(board: Board): Board {
  const approvals = board.approvals.map(({ diff: _, ...rest }) => ({ ...rest, input: {} }));
  return { ...board, approvals, clipped: new Set(approvals.map(({ id }) => id)) };
}
