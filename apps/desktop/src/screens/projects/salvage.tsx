import type { ProjectId, SessionId } from "@nucleic/protocol/core";
import { Undo2 } from "lucide-react";
import { useBoard, useHost } from "../../state/host.ts";
import { goTo } from "../../state/route.ts";
import { told } from "../../state/toasts.ts";
import { useQuery } from "../../state/use-query.ts";
import { Ago } from "../../ui/ago.tsx";
import { Button } from "../../ui/button.tsx";
import page from "../../ui/page.module.css";

/** What removals have saved, and the way back. */
export function Salvage({ projectId }: { readonly projectId: ProjectId }) {
  const { client } = useHost();
  const sessions = useBoard()?.sessions ?? [];
  const { data, failure } = useQuery("salvage", { projectId });
  const undo = async (id: SessionId) => {
    if (await told(client.intent("undo", {}, { sessionId: id })))
      goTo({ screen: "session", id, tab: "transcript" });
  };
  if (failure !== undefined) return <p className={page.bad}>{failure}</p>;
  if (data === undefined) return null;
  if (data.salvages.length === 0) return <p className={page.about}>Nothing was removed.</p>;
  return (
    <ul className={page.list}>
      {data.salvages.map(({ ref, sessionId, createdAt }) => {
        const session = sessions.find(({ id }) => id === sessionId);
        return (
          <li key={ref} className={page.line}>
            <span className={page.grow}>{session?.title ?? sessionId}</span>
            <span className={page.about}>
              <Ago at={createdAt} />
            </span>
            {session && (
              <Button onClick={() => void undo(session.id)}>
                <Undo2 size={14} aria-hidden="true" /> Take it out again
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
