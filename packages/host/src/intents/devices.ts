import type { IntentArgs, IntentResult, QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import type { DeviceRecord } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import type { DeviceServer } from "../devices/device-server.ts";
import type { PairingDesk } from "../devices/pairing-desk.ts";
import { HostRefusal } from "../refusal.ts";

export async function beginPairing(host: HostContext): Promise<IntentResult<"beginPairing">> {
  return { pairingId: await deskOf(host).begin() };
}

export async function confirmPairing(
  host: HostContext,
  { pairingId, limits = {}, ...chosen }: IntentArgs<"confirmPairing">,
): Promise<IntentResult<"confirmPairing">> {
  return await deskOf(host).confirm(pairingId, { ...chosen, limits });
}

export async function cancelPairing(
  host: HostContext,
  { pairingId }: IntentArgs<"cancelPairing">,
): Promise<IntentResult<"cancelPairing">> {
  deskOf(host).cancel(pairingId);
  return {};
}

/** Durable first, then its channels end. */
export async function revokeDevice(
  { runtime, devices }: HostContext,
  { deviceId }: IntentArgs<"revokeDevice">,
): Promise<IntentResult<"revokeDevice">> {
  await runtime.devices.revoke(deviceId);
  devices()?.end(deviceId, "revoked");
  return {};
}

/** A device that may do something else from now on connects anew, and hears so. */
export async function changeDevice(
  { runtime, devices }: HostContext,
  { deviceId, name, scopes, limits }: IntentArgs<"changeDevice">,
): Promise<IntentResult<"changeDevice">> {
  if (name !== undefined) await runtime.devices.rename(deviceId, name);
  if (scopes !== undefined) await runtime.devices.setScopes(deviceId, scopes);
  if (limits !== undefined) await runtime.devices.setLimits(deviceId, limits);
  if (scopes !== undefined || limits !== undefined) devices()?.end(deviceId, "renew");
  return {};
}

/** @throws HostRefusal `noDevices`, `rotatedTooOften` */
export async function rotateHostKey(host: HostContext): Promise<IntentResult<"rotateHostKey">> {
  return { until: await serverOf(host).rotateKey() };
}

export async function listDevices(
  host: HostContext,
  { includeRevoked = false }: QueryArgs<"devices">,
): Promise<QueryResult<"devices">> {
  const records = await host.runtime.devices.list({ includeRevoked });
  return records.map((record) => itemOf(record, host.devices()?.isConnected(record.id) ?? false));
}

export async function pairingState(
  host: HostContext,
  { pairingId, after }: QueryArgs<"pairing">,
): Promise<QueryResult<"pairing">> {
  return await deskOf(host).state(pairingId, after, host.ending);
}

function itemOf(record: DeviceRecord, isConnected: boolean): QueryResult<"devices">[number] {
  const { id, label, platform, confirmBy, limits, signingKey, pairedAt, lastSeenAt, revokedAt } = record;
  return {
    id,
    name: label,
    ...(platform !== undefined && { platform }),
    state: confirmBy === undefined ? record.state : "unconfirmed",
    scopes: [...record.scopes],
    limits,
    ...(signingKey && { approvalKey: Buffer.from(signingKey).toString("base64url") }),
    isConnected,
    pairedAt,
    ...(lastSeenAt !== undefined && { lastSeenAt }),
    ...(revokedAt !== undefined && { revokedAt }),
  };
}

function deskOf(host: HostContext): PairingDesk {
  return serverOf(host).pairings;
}

function serverOf({ devices }: HostContext): DeviceServer {
  const server = devices();
  if (server === undefined)
    throw new HostRefusal("noDevices", "this host serves no paired devices", {
      hint: "Start it so that devices can reach it: nucleic serve --devices 0.0.0.0:7455",
    });
  return server;
}
