import { intentTtlMs } from "@nucleic/protocol/core";
import { type ClientMessageOf, type IntentKind, intentKinds } from "@nucleic/protocol/messages";
import type { IntentRefusal } from "@nucleic/runtime";
import { type IntentAnswer, refusalOf } from "@nucleic/sync/server";
import type { HostContext } from "../context.ts";
import type { Client } from "../port.ts";
import { perform } from "./perform.ts";

/**
 * Records an intent, does it, and records what came of it. One that has arrived before is answered as it was then; one
 * that was begun and not finished is `unknown`, for ever. Never rejects.
 */
export async function takeIntent(
  host: HostContext,
  client: Client,
  message: ClientMessageOf<"intent">,
): Promise<IntentAnswer> {
  const { id, sessionId, ageMs = 0 } = message;
  // Checked by whoever carried it here.
  const kind = message.kind as IntentKind;
  const { intents } = host.runtime;
  const key = `${client.id} ${id}`;
  const ttlMs = Math.min(message.ttlMs ?? Number.POSITIVE_INFINITY, intentTtlMs(kind));
  const { scope } = intentKinds[kind];
  try {
    const arrival = await intents.accept({
      deviceId: client.id,
      id,
      kind,
      ...(sessionId !== undefined && { sessionId }),
      args: message.args,
      expiresAt: host.clock.now() + ttlMs - ageMs,
      ...(client.device !== undefined && scope !== "admin" && scope !== "view" && { requires: scope }),
    });
    if (arrival.outcome === "refused") return { status: "rejected", error: refused(arrival.reason) };
    if (arrival.outcome === "known") {
      const underway = host.underway.get(key);
      return underway === undefined ? again(arrival) : { ...(await underway), duplicate: true };
    }
  } catch (error) {
    // Not recorded, so not done.
    return { status: "rejected", error: refusalOf(error) };
  }
  const finishing = finished(host, kind, message, client).finally(() => host.underway.delete(key));
  host.underway.set(key, finishing);
  return finishing;
}

/** Does it and records what came of it. Never rejects. */
async function finished(
  host: HostContext,
  kind: IntentKind,
  message: ClientMessageOf<"intent">,
  client: Client,
): Promise<IntentAnswer> {
  const answer = await done(host, kind, message, client);
  const state = answer.status === "applied" ? "done" : "rejected";
  const { status: _, ...kept } = answer;
  await host.runtime.intents.finish(client.id, message.id, state, kept).catch(() => undefined);
  return answer;
}

async function done(
  host: HostContext,
  kind: IntentKind,
  { args, sessionId }: ClientMessageOf<"intent">,
  client: Client,
): Promise<IntentAnswer> {
  try {
    const result = await perform(host, kind, args as never, { sessionId, client });
    return { status: "applied", result };
  } catch (error) {
    host.onFailed(kind, error);
    return { status: "rejected", error: refusalOf(error) };
  }
}

function again({ state, result }: { readonly state: string; readonly result?: unknown }): IntentAnswer {
  const kept = (result ?? {}) as Omit<IntentAnswer, "status">;
  if (state === "done") return { status: "applied", ...kept, duplicate: true };
  if (state === "rejected") return { status: "rejected", ...kept, duplicate: true };
  // Begun in an earlier life: it is not begun again.
  return { status: "unknown", duplicate: true };
}

const reasons: Readonly<Record<IntentRefusal, string>> = {
  unknownDevice: "this device is not paired, or was revoked",
  scope: "this device may not do that",
  expired: "it has waited too long to arrive",
  conflict: "something else was asked under this id before",
};

function refused(reason: IntentRefusal) {
  return { code: reason, message: reasons[reason] };
}
