import { createHash } from "node:crypto";
import type { DeviceId } from "@nucleic/protocol/core";
import type { Notice, NotificationSink, PushStore, PushSubscription } from "@nucleic/runtime";
import { encryptPush } from "./encrypt-push.ts";
import type { Vapid } from "./vapid.ts";

/** Who is pushed to. */
export interface WebPushOptions {
  readonly subscriptions: Pick<PushStore, "list" | "remove">;
  readonly vapid: () => Promise<Vapid>;
  /** Whether that device is to hear of it: paired still, within its limits. */
  readonly mayHear: (device: DeviceId, notice: Notice) => Promise<boolean>;
  /** Whether an endpoint may be posted to. Default: `https:` addresses by name. */
  readonly isAllowed?: (endpoint: URL) => boolean;
}

/** What a device is sent: which session, and what kind of thing. Its words the device asks the host for. */
export interface PushMessage extends Pick<Notice, "id" | "sessionId" | "reason"> {
  readonly v: 1;
}

/** An approval that nobody has seen by then is seen in the list. */
const ttlSeconds = 3_600;

/**
 * Wakes paired devices by Web Push. All messages are encrypted for their device and equally long; one about the same thing takes the
 * place of the one before. A subscription that the push service says is gone is forgotten.
 */
export function webPushSink(options: WebPushOptions): NotificationSink {
  return {
    name: "push",
    async show(notice, signal) {
      const all = await options.subscriptions.list();
      const sent = all.map((one) => sendTo(one, notice, options, signal));
      const failed = (await Promise.allSettled(sent)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    },
  };
}

async function sendTo(
  { deviceId, endpoint, keys }: PushSubscription & { readonly deviceId: DeviceId },
  notice: Notice,
  { subscriptions, vapid, mayHear, isAllowed = isPushService }: WebPushOptions,
  signal: AbortSignal,
): Promise<void> {
  const url = URL.parse(endpoint);
  if (url === null || !isAllowed(url) || !(await mayHear(deviceId, notice))) return;
  const { id, sessionId, reason } = notice;
  const message: PushMessage = { v: 1, id, sessionId, reason };
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      authorization: (await vapid()).authorization(url),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(ttlSeconds),
      topic: topicOf(id),
      urgency: "high",
    },
    body: encryptPush(keys, Buffer.from(JSON.stringify(message))),
    redirect: "manual",
    signal,
  }).catch(() => {
    // What fetch says has the address in it, which is as good as a key.
    throw new Error(`the push service at ${url.host} could not be reached`);
  });
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) await subscriptions.remove({ endpoint });
  else if (!answer.ok) throw new Error(`the push service at ${url.host} answered ${answer.status}`);
}

/** A push service replaces what it still holds under the same one; it may have 32 characters. */
function topicOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 32);
}

/** An address comes from a device: it is to lead to a push service, and nowhere into this network. */
export function isPushService({ protocol, hostname }: URL): boolean {
  const isName =
    hostname.includes(".") && !/^[\d.]+$|^\[|\.(?:local|localhost|internal|home|lan)\.?$/.test(hostname);
  return protocol === "https:" && isName;
}
