import type { SessionId } from "@nucleic/protocol/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useHost } from "../host.ts";
import { type LogView, SessionLog } from "./session-log.ts";

/** The log of a session, for as long as it is shown. */
export function useLog(id: SessionId): SessionLog | undefined {
  const { client } = useHost();
  const [log, setLog] = useState<SessionLog>();
  useEffect(() => {
    const opened = new SessionLog(client, id);
    setLog(opened);
    client.presence("active", id);
    return () => {
      opened[Symbol.dispose]();
      client.presence("active");
    };
  }, [client, id]);
  return log;
}

const never = () => () => undefined;

/** What the agent said last that it runs with. Nothing else that goes on in the log draws whoever asks anew. */
export function useStarted(log: SessionLog | undefined): LogView["started"] {
  return useSyncExternalStore(log?.view.subscribe ?? never, () => log?.view.get().started);
}
