import type { ProjectId } from "@nucleic/protocol/core";
import type { SessionItem } from "@nucleic/protocol/messages";
import { Undo2 } from "lucide-react";
import { useBoard, useHost } from "../../state/host.ts";
import { goTo } from "../../state/route.ts";
import { told } from "../../state/toasts.ts";
import { useQuery } from "../../state/use-query.ts";
import { Ago } from "../../ui/ago.tsx";
import { Button } from "../../ui/button.tsx";
import { agentName } from "../../ui/format.ts";
import page from "../../ui/page.module.css";

/** What was put away, with its worktree or without, and the way back: the session and all of its work. */
export function RemovedSessions({ projectId }: { readonly projectId: ProjectId }) {
  const sessions = useBoard()?.sessions ?? [];
  const own = sessions.filter((session) => session.projectId === projectId);
  const away = own.filter(({ status }) => status === "archived");
  return (
    <details>
      <summary>Removed sessions{away.length > 0 && ` (${away.length})`}</summary>
      {away.length === 0 && <p className={page.about}>No session was removed.</p>}
      <ul className={page.list}>
        {away.map((session) => (
          <Removed key={session.id} session={session} />
        ))}
      </ul>
      <Orphans projectId={projectId} known={new Set<string>(own.map(({ id }) => id))} />
    </details>
  );
}

function Removed({ session: { id, title, backend, updatedAt } }: { readonly session: SessionItem }) {
  const { client } = useHost();
  const bringBack = async () => {
    if (await told(client.intent("undo", {}, { sessionId: id })))
      goTo({ screen: "session", id, tab: "transcript" });
  };
  return (
    <li className={page.line}>
      <span className={page.grow}>{title}</span>
      <span className={page.about}>
        {agentName(backend)}, <Ago at={updatedAt} />
      </span>
      <Button onClick={() => void bringBack()}>
        <Undo2 size={14} aria-hidden="true" /> Bring back
      </Button>
    </li>
  );
}

interface OrphansProps {
  readonly projectId: ProjectId;
  readonly known: ReadonlySet<string>;
}

/** Work whose session was deleted for good: a ref of the repository is all there is. */
function Orphans({ projectId, known }: OrphansProps) {
  const { data, failure } = useQuery("salvage", { projectId });
  if (failure !== undefined) return <p className={page.bad}>{failure}</p>;
  const left = data?.salvages.filter(({ sessionId }) => !known.has(sessionId)) ?? [];
  if (left.length === 0) return null;
  return (
    <>
      <p className={page.about}>Work of sessions that were deleted is kept in the repository:</p>
      <ul className={page.list}>
        {left.map(({ ref, createdAt }) => (
          <li key={ref} className={page.line}>
            <code className={page.grow}>{ref}</code>
            <span className={page.about}>
              <Ago at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
