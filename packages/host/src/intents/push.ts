import type { DeviceId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentResult, QueryResult } from "@nucleic/protocol/messages";
import type { HostContext } from "../context.ts";
import type { Client } from "../port.ts";
import { HostRefusal } from "../refusal.ts";

interface About {
  readonly client: Client;
}

/** A device is woken there from now on. @throws HostRefusal `devicesOnly`, `badEndpoint` */
export async function setPush(
  { push }: HostContext,
  subscription: IntentArgs<"setPush">,
  { client }: About,
): Promise<IntentResult<"setPush">> {
  const device = deviceOf(client);
  // There is one wherever a device can come in.
  await push?.subscribe(device, subscription);
  return {};
}

/** @throws HostRefusal `devicesOnly` */
export async function clearPush(
  { runtime }: HostContext,
  _: IntentArgs<"clearPush">,
  { client }: About,
): Promise<IntentResult<"clearPush">> {
  await runtime.push.remove({ deviceId: deviceOf(client) });
  return {};
}

export async function pushKey({ push }: HostContext): Promise<QueryResult<"push">> {
  return push === undefined ? {} : { key: await push.key() };
}

function deviceOf({ device }: Client): DeviceId {
  if (device === undefined)
    throw new HostRefusal("devicesOnly", "only a paired device is woken by a push service");
  return device;
}
