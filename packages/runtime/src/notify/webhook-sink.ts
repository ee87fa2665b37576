import type { Notice } from "./notice.ts";
import type { NotificationSink } from "./outbox.ts";

/** Where notices are posted, and how much of them. */
export interface WebhookOptions {
  /** `https:`, or `http:` on this machine. What is secret in it stays there: no error says it. */
  readonly url: string;
  /** Whether a session's title is sent too, a person's own words. Default: only what it is about. */
  readonly titles?: boolean;
}

/** What is posted. `v` changes where a field changes its meaning. */
export interface WebhookBody extends Pick<Notice, "id" | "sessionId" | "reason"> {
  readonly v: 1;
  /** `Nucleic: needs your approval` */
  readonly title: string;
  /** Absent without `titles`. */
  readonly body?: string;
}

/**
 * Posts each notice as JSON (`WebhookBody`) to a server of the person's own. It follows no redirect, as another host is nobody's
 * choice, and reads no answer but its status. Given up with its signal: after ten seconds, from a notifier.
 * @throws TypeError where the address is neither `https:` nor on this machine
 */
export function webhookSink({ url, titles = false }: WebhookOptions): NotificationSink {
  const address = addressOf(url);
  return {
    name: "webhook",
    async show({ id, sessionId, reason, title, body }, signal) {
      const posted: WebhookBody = { v: 1, id, sessionId, reason, title, ...(titles && { body }) };
      const answer = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "nucleic" },
        body: JSON.stringify(posted),
        redirect: "manual",
        signal,
      }).catch(() => {
        // What fetch says may have the address in it.
        throw new Error(`the webhook at ${address.host} could not be reached`);
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the webhook at ${address.host} answered ${answer.status}`);
    },
  };
}

const thisMachine: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

function addressOf(url: string): URL {
  const address = URL.parse(url);
  const isSafe =
    address?.protocol === "https:" ||
    (address?.protocol === "http:" && thisMachine.includes(address.hostname));
  if (address === null || !isSafe)
    throw new TypeError("a webhook is an https: address, or one on this machine");
  return address;
}
