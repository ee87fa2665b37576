import { useEffect, useState } from "react";
import { useBoard, useHost } from "../../state/host.ts";

/** The list changes with every event; a sum is not worth that much asking. */
const everyMs = 5_000;

/** What each session has cost, by its id, in US dollars: those whose agents report it. */
export function useSpending(): ReadonlyMap<string, number> {
  const { client } = useHost();
  const board = useBoard();
  const [spent, setSpent] = useState<ReadonlyMap<string, number>>(new Map());
  const hasSessions = (board?.sessions.length ?? 0) > 0;
  useEffect(() => {
    if (!hasSessions) return;
    let isGone = false;
    const ask = async () => {
      const items = await client.query("usage", { by: "session" });
      if (isGone) return;
      setSpent(new Map(items.flatMap(({ key, costUSD }) => (costUSD === undefined ? [] : [[key, costUSD]]))));
    };
    // A board without costs is a board.
    const look = () => void ask().catch(() => undefined);
    look();
    const timer = setInterval(look, everyMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [client, hasSessions]);
  return spent;
}
