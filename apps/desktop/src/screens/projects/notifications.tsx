import type { NotifyLevel } from "@nucleic/protocol/messages";
import { useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { useQuery } from "../../state/use-query.ts";
import page from "../../ui/page.module.css";

const levels: Readonly<Record<NotifyLevel, string>> = {
  all: "Whenever a turn ends or something waits",
  needed: "Only where a session cannot go on, or has failed",
  off: "Never",
};

/** What a person is told of on the desktop, while nobody looks here. */
export function Notifications() {
  const { client } = useHost();
  const { data, again } = useQuery("notifications", {});
  if (data === undefined) return null;
  const set = async (level: NotifyLevel) => {
    if (await told(client.intent("setNotifications", { level }))) again();
  };
  return (
    <label className={page.field}>
      <span>Tell me on the desktop</span>
      <select value={data.level} onChange={(event) => void set(event.target.value as NotifyLevel)}>
        {Object.entries(levels).map(([level, label]) => (
          <option key={level} value={level}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
