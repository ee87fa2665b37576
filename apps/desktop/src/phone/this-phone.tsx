import { useState } from "react";
import { useHost } from "../state/host.ts";
import { say, told } from "../state/toasts.ts";
import { useStore } from "../state/use-store.ts";
import { Button } from "../ui/button.tsx";
import page from "../ui/page.module.css";
import { ScreenHead } from "../ui/screen-head.tsx";
import { canBeWoken, pushPermission, subscribe, unsubscribe } from "./push.ts";

/** What this device is to its host. */
export function ThisPhone({ onForget }: { readonly onForget: () => void }) {
  const { client, connection, device } = useHost();
  const { kind } = useStore(connection);
  const scopes = client.welcome?.scopes ?? [];
  return (
    <>
      <ScreenHead title="This phone" about="Paired end to end: the relay between reads nothing." />
      <div className={page.body}>
        <section className={page.card}>
          <strong>{device?.hostName}</strong>
          <p className={page.about}>
            {kind === "connected"
              ? `Connected. This phone may ${scopes.join(", ")}.`
              : "Not connected. The host is off, the relay is away, or this phone was revoked meanwhile."}
          </p>
        </section>
        {scopes.includes("approve") && <Waking />}
        <section className={page.card}>
          <p className={page.about}>
            Forgetting takes the keys from this phone. Revoke it at the host too, if it is lost.
          </p>
          <div className={page.line}>
            <Button look="danger" onClick={onForget}>
              Forget this host
            </Button>
          </div>
        </section>
      </div>
    </>
  );
}

function Waking() {
  const { client } = useHost();
  const [isOn, setIsOn] = useState(pushPermission() === "granted");
  if (!canBeWoken())
    return (
      <p className={page.about}>
        This browser cannot be woken. On an iPhone or iPad, add this page to the Home Screen first.
      </p>
    );
  const turn = async () => {
    if (await told(isOn ? unsubscribe(client) : subscribe(client))) {
      setIsOn(!isOn);
      say({ tone: "plain", text: isOn ? "This phone stays quiet." : "This phone is told what waits." });
    }
  };
  return (
    <section className={page.card}>
      <p>Tell this phone when a session needs a person.</p>
      <p className={page.about}>
        A push service learns when, and not what. A notification has no answers: it opens what is asked.
      </p>
      <div className={page.line}>
        <Button onClick={() => void turn()}>{isOn ? "Stop telling me" : "Tell me"}</Button>
      </div>
    </section>
  );
}
