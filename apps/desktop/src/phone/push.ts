import { type HostClient, HostError } from "@nucleic/sync/client";

export function canBeWoken(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export function pushPermission(): NotificationPermission {
  return "Notification" in window ? Notification.permission : "denied";
}

/** Asks the person, then the push service, and tells the host. @throws HostError; what the browser says */
export async function subscribe(client: HostClient): Promise<void> {
  const { key } = await client.query("push", {});
  if (key === undefined) throw new HostError({ code: "noPush", message: "this host does not wake devices" });
  if ((await Notification.requestPermission()) !== "granted")
    throw new HostError({
      code: "noPermission",
      message: "this browser may not show notifications of this page",
      hint: "Allow them in its settings.",
    });
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys = {} } = subscription.toJSON();
  await client.intent("setPush", {
    endpoint: endpoint ?? "",
    keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" },
  });
}

/** @throws HostError */
export async function unsubscribe(client: HostClient): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  await client.intent("clearPush", {});
}
