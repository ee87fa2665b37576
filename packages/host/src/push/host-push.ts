import { join } from "node:path";
import type { Clock, DeviceId } from "@nucleic/protocol/core";
import type { NotificationSink, PushSubscription, Runtime } from "@nucleic/runtime";
import { FileKeyStore } from "@nucleic/sync/noise/node";
import type { DevicePushOptions } from "../devices/device-options.ts";
import { isOpenAt, mayKnow } from "../devices/limits.ts";
import type { LocalPort } from "../port.ts";
import { HostRefusal } from "../refusal.ts";
import { Vapid } from "./vapid.ts";
import { isPushService, webPushSink } from "./web-push-sink.ts";

/** How a host wakes the devices that are paired with it. */
export interface HostPush {
  readonly sink: NotificationSink;
  /** What a browser subscribes with: base64url. @throws NoiseError of the key store */
  key(): Promise<string>;
  /** @throws HostRefusal `badEndpoint`; RuntimeError `unknownDevice` */
  subscribe(device: DeviceId, subscription: PushSubscription): Promise<void>;
}

export interface HostPushOptions extends DevicePushOptions {
  readonly dataDir: string;
  readonly runtime: Runtime;
  readonly clock: Clock;
  /** There once the host is open. */
  readonly port: () => Pick<LocalPort, "projectOf"> | undefined;
}

export function hostPush(options: HostPushOptions): HostPush {
  const { clock, contact, dataDir, port, runtime, isAllowed = isPushService } = options;
  let opening: Promise<Vapid> | undefined;
  // Made when a device first asks for it.
  const vapid = () => {
    opening ??= Vapid.open(new FileKeyStore(join(dataDir, "keys")), clock, contact);
    return opening;
  };
  const sink = webPushSink({
    subscriptions: runtime.push,
    vapid,
    isAllowed,
    async mayHear(device, { sessionId }) {
      const { state, limits = { projects: [] } } = (await runtime.devices.get(device)) ?? {};
      return (
        state === "active" && isOpenAt(limits, clock.now()) && mayKnow(limits, port()?.projectOf(sessionId))
      );
    },
  });
  return {
    sink,
    key: async () => (await vapid()).publicKey,
    async subscribe(device, subscription) {
      const url = URL.parse(subscription.endpoint);
      if (url === null || !isAllowed(url))
        throw new HostRefusal("badEndpoint", "that is no address of a push service");
      await runtime.push.subscribe(device, subscription);
    },
  };
}
