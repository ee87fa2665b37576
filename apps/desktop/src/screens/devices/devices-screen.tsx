import type { DeviceItem } from "@nucleic/protocol/messages";
import { MonitorSmartphone, Smartphone } from "lucide-react";
import { useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { useQuery } from "../../state/use-query.ts";
import { Ago } from "../../ui/ago.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { PairDevice } from "./pair-device.tsx";

/** The paired devices, and what each may do. */
export function DevicesScreen() {
  const { data, failure, again } = useQuery("devices", {});
  return (
    <>
      <ScreenHead title="Devices" about="What is paired with this host, end to end encrypted." />
      <div className={page.body}>
        <PairDevice onPaired={again} />
        {failure !== undefined && <p className={page.about}>{failure}</p>}
        {data?.length === 0 && (
          <Empty icon={MonitorSmartphone} title="No device is paired">
            <p>
              Start the host with <code>nucleic serve --relay</code> or <code>--devices</code>, then pair one
              here, or in a terminal with <code>nucleic pair</code>.
            </p>
          </Empty>
        )}
        <ul className={page.list}>
          {data?.map((device) => (
            <li key={device.id} className={page.card}>
              <Device device={device} onChange={again} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Device({ device, onChange }: { readonly device: DeviceItem; readonly onChange: () => void }) {
  const { client } = useHost();
  const revoke = async () => {
    if (await told(client.intent("revokeDevice", { deviceId: device.id }))) onChange();
  };
  return (
    <div className={page.line}>
      <Smartphone size={18} aria-hidden="true" />
      <span className={page.grow}>
        <strong>{device.name}</strong>
        <span className={page.about}>
          {" "}
          may {device.scopes.join(", ")}; paired <Ago at={device.pairedAt} />
        </span>
      </span>
      <Button look="danger" onClick={() => void revoke()}>
        Revoke
      </Button>
    </div>
  );
}
