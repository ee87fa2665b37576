import { resolve } from "node:path";
import { desktopSink, findDesktop, type NotificationSink, webhookSink } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { devicesOf } from "../devices/device-options.ts";
import { exitCodes } from "../exit-code.ts";
import { openOwnHost } from "../host/own-host.ts";
import { tokenIn } from "../host/token-file.ts";

/** What `serve` takes. */
export interface ServeFlags {
  readonly port?: number;
  readonly origin?: readonly string[];
  readonly tokenFile?: string;
  /** Where paired devices come in. */
  readonly devices?: string;
  readonly relay?: string;
  /** Print a link for each origin, which lets its page in. */
  readonly openLink?: boolean;
  /** Seconds without a client and a running agent. */
  readonly idleExit?: number;
  /** `--no-notify` comes as `false`. */
  readonly notify?: boolean;
}

/** Is the host of this data directory until it is told to end, or nobody needs it any more. */
export function serve(flags: ServeFlags): Command {
  const { port, origin, tokenFile, openLink, idleExit, notify = true } = flags;
  return async (context) => {
    const { signals } = context;
    const devices = await devicesOf(context, flags);
    await using host = await openOwnHost(context, {
      ...(devices && { devices }),
      notify: [...(notify ? await desktopOf(context) : []), ...webhookOf(context)],
      listen: {
        ...(port !== undefined && { port }),
        ...(origin && { origins: origin }),
        ...(tokenFile !== undefined && { token: await tokenIn(resolve(context.cwd, tokenFile)) }),
      },
    });
    await context.stdout.lines([`serving at ${host.address?.url} for this user (pid ${process.pid})`]);
    if (host.deviceAddress !== undefined) await context.stdout.lines([`devices at ${host.deviceAddress}`]);
    // Good once and for 30 seconds, so that a scrollback keeps nothing of use.
    const pages = openLink === true ? (origin ?? []) : [];
    await context.stdout.lines(pages.map((page) => `open ${host.pageLink({ page })}`));
    const ended = new Promise<void>((resolve) => {
      signals.ending.addEventListener("abort", () => resolve(), { once: true });
      if (signals.ending.aborted) resolve();
    });
    const unneeded = idleExit === undefined ? ended : host.idle(idleExit * 1_000, signals.ending);
    await Promise.race([ended, unneeded.catch(() => undefined)]);
    await context.stdout.lines(["going down"]);
    return exitCodes.done;
  };
}

/** The desktop of whoever started it, where there is one. */
async function desktopOf({ env, clock }: Context): Promise<readonly NotificationSink[]> {
  const desktop = await findDesktop({ env });
  return desktop === undefined ? [] : [desktopSink(desktop, { env, clock })];
}

/** In a variable, as its address is often a secret, and a command line is nobody's. Agents do not inherit it. */
function webhookOf({ env }: Context): readonly NotificationSink[] {
  const url = env.NUCLEIC_WEBHOOK;
  if (url === undefined || url === "") return [];
  try {
    return [webhookSink({ url })];
  } catch (error) {
    throw new CliError("badWebhook", error instanceof Error ? error.message : String(error));
  }
}
