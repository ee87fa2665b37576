import type { SessionId } from "@nucleic/protocol/core";
import type { HostClient } from "@nucleic/sync/client";
import { useEffect, useState } from "react";
import { useHost } from "../../state/host.ts";
import { type DiffFile, parsePatch } from "../../ui/diff/parse-patch.ts";

/** Work goes on while one reads: what is shown is asked for again when that has paused. */
const settleMs = 800;
const maxChars = 4 * 1024 * 1024;

export type DiffState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "ready"; readonly files: readonly DiffFile[]; readonly isCut: boolean };

/** What a session has changed, as files and hunks. `head` is its last record. */
export function useDiff(sessionId: SessionId, head: number): DiffState {
  const { client } = useHost();
  const [state, setState] = useState<DiffState>({ kind: "loading" });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const next = await fetchDiff(client, sessionId);
      if (!isGone) setState(next);
    };
    const timer = setTimeout(() => void look(), state.kind === "loading" ? 0 : settleMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, sessionId, head]);
  return state;
}

/** Piece by piece; those of another hash are of another diff, and all begins anew. */
async function fetchDiff(client: HostClient, sessionId: SessionId): Promise<DiffState> {
  try {
    let [patch, fromByte, hash] = ["", 0, ""];
    for (;;) {
      const piece = await client.query("diff", { sessionId, fromByte });
      if (fromByte > 0 && piece.hash !== hash) {
        [patch, fromByte] = ["", 0];
        continue;
      }
      hash = piece.hash;
      patch += piece.patch;
      fromByte += new TextEncoder().encode(piece.patch).length;
      if (!piece.isCut || patch.length > maxChars)
        return { kind: "ready", files: parsePatch(patch), isCut: piece.isCut };
    }
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
