import type { DeviceItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { type DeviceFlags, limitsIn, limitWords, scopesIn } from "../devices/limits-of.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { shortIds } from "../session/short-id.ts";
import { formatAge } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { table } from "../view/table.ts";

/** Lists the paired devices. */
export function devicesLs(flags: { readonly all?: boolean; readonly json?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const devices = await open.client.query("devices", { includeRevoked: flags.all === true });
    if (flags.json) await context.stdout.lines(devices.map((device) => JSON.stringify(device)));
    else if (devices.length === 0) await context.tell("no device is paired: nucleic pair");
    else {
      const frame = context.frame();
      const short = shortIds(devices.map(({ id }) => id));
      const now = context.clock.now();
      const layout = [
        { head: "ID", min: 8, paint: frame.style.bold },
        { head: "NAME", min: 10, grow: true },
        { head: "MAY", min: 4 },
        { head: "WITHIN", min: 8 },
        { head: "SEEN", min: 4, paint: frame.style.dim },
      ];
      const rows = devices.map((device) => [
        short(device.id),
        safeLine(device.name),
        device.state === "active" ? device.scopes.join(" ") : device.state,
        limitWords(device.limits, now) || "-",
        seen(device, now),
      ]);
      await context.stdout.lines(table(layout, rows, frame));
    }
    return exitCodes.done;
  };
}

/** Takes everything from devices, for good: all that are named, or none where one of the names fits none or several. */
export function devicesRevoke(parts: readonly string[]): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const devices = await client.query("devices", {});
    for (const { id, name } of new Set(parts.map((part) => named(devices, part)))) {
      await client.intent("revokeDevice", { deviceId: id });
      await context.tell(`revoked ${safeLine(name)}`);
    }
    return exitCodes.done;
  };
}

/** A new key for the host; devices hear of it by themselves. */
export function devicesRotateKey(): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { until } = await open.client.intent("rotateHostKey", {});
    const days = Math.round((until - context.clock.now()) / 86_400_000);
    await context.tell(
      `this host has a new key: a device that connects within ${days} days takes it, others have to pair again`,
    );
    return exitCodes.done;
  };
}

/** Changes what a device may do, and how far; what is not named stays. */
export function devicesScope(part: string, flags: DeviceFlags & { readonly unlimited?: boolean }): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const device = await find(client, part);
    const limits = await limitsIn(client, context, flags);
    const isLimited = Object.keys(limits).length > 0;
    if (flags.scope === undefined && !isLimited && !flags.unlimited)
      throw new CliError("usage", "nothing was said that is to change", "nucleic devices scope --help");
    await client.intent("changeDevice", {
      deviceId: device.id,
      ...(flags.scope && { scopes: scopesIn(flags.scope) }),
      ...((isLimited || flags.unlimited) && {
        limits: { ...(flags.unlimited ? {} : device.limits), ...limits },
      }),
    });
    await context.tell(`changed ${safeLine(device.name)}`);
    return exitCodes.done;
  };
}

/** Gives a device another name. */
export function devicesRename(part: string, name: string): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { id } = await find(open.client, part);
    await open.client.intent("changeDevice", { deviceId: id, name });
    await context.tell(`it is called ${safeLine(name)} now`);
    return exitCodes.done;
  };
}

async function find(client: HostClient, part: string): Promise<DeviceItem> {
  return named(await client.query("devices", {}), part);
}

/** By its name, or how its id begins or ends. */
function named(devices: readonly DeviceItem[], part: string): DeviceItem {
  const called = devices.filter(({ name }) => name === part);
  const found =
    called.length > 0 ? called : devices.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const [device, another] = found;
  if (device === undefined || part === "")
    throw new CliError("noSuchDevice", `no device is called ${part}`, "nucleic devices ls");
  if (another !== undefined)
    throw new CliError(
      "ambiguousId",
      `several devices are called ${part}`,
      "Say one by its id: nucleic devices ls",
    );
  return device;
}

function seen({ isConnected, lastSeenAt }: DeviceItem, now: number): string {
  if (isConnected) return "now";
  return lastSeenAt === undefined ? "never" : formatAge(now - lastSeenAt);
}
