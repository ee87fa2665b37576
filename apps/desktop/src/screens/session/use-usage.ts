import type { SessionId } from "@nucleic/protocol/core";
import type { UsageItem } from "@nucleic/protocol/messages";
import { useEffect, useState } from "react";
import { useHost } from "../../state/host.ts";

/** Records come many a second; what they have cost is asked for when they have come for a while. */
const settleMs = 700;

/** What a session has used so far. `head` is its last record: asked again as that goes on. */
export function useUsage(sessionId: SessionId, head: number): UsageItem | undefined {
  const { client } = useHost();
  const [usage, setUsage] = useState<UsageItem>();
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const [item] = await client.query("usage", { by: "session", sessionId });
      if (!isGone) setUsage(item);
    };
    const timer = setTimeout(() => void ask().catch(() => undefined), settleMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, sessionId, head]);
  return usage;
}
