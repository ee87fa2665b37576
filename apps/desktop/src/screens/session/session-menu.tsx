import type { SessionItem } from "@nucleic/protocol/messages";
import { Ellipsis } from "lucide-react";
import { useHost } from "../../state/host.ts";
import { goTo } from "../../state/route.ts";
import { say, told } from "../../state/toasts.ts";
import { Menu } from "../../ui/menu.tsx";

/** What is wanted less often. What removes something can be undone from the word that says it was done. */
export function SessionMenu({ session: { id, status, isRunning } }: { readonly session: SessionItem }) {
  const { client } = useHost();
  const on = { sessionId: id };
  const undo = { label: "Undo", run: () => void told(client.intent("undo", {}, on)) };
  const archive = async () => {
    if (!(await told(client.intent("archive", {}, on)))) return;
    say({ tone: "plain", text: "Archived", action: undo });
    goTo({ screen: "board" });
  };
  const discard = async () => {
    if (!(await told(client.intent("discard", {}, on)))) return;
    say({ tone: "plain", text: "Its worktree is removed; the work is kept", action: undo });
    goTo({ screen: "board" });
  };
  const fork = async () => {
    const asked = client.intent("fork", {}, on);
    if (!(await told(asked))) return;
    goTo({ screen: "session", id: (await asked).sessionId, tab: "transcript" });
  };
  return (
    <Menu
      label="More"
      icon={Ellipsis}
      items={[
        { label: "Fork from here", run: fork },
        ...(isRunning ? [{ label: "Stop its agent", run: () => told(client.intent("stop", {}, on)) }] : []),
        ...(status === "archived" ? [] : [{ label: "Archive", run: archive }]),
        { label: "Remove with its worktree", run: discard, isDanger: true },
      ]}
    />
  );
}
