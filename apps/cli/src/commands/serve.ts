import { resolve } from "node:path";
import { desktopSink, findDesktop, type NotificationSink } from "@nucleic/runtime";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openOwnHost } from "../host/own-host.ts";
import { tokenIn } from "../host/token-file.ts";

/** What `serve` takes. */
export interface ServeFlags {
  readonly port?: number;
  readonly origin?: readonly string[];
  readonly tokenFile?: string;
  /** Seconds without a client and a running agent. */
  readonly idleExit?: number;
  /** `--no-notify` comes as `false`. */
  readonly notify?: boolean;
}

/** Is the host of this data directory until it is told to end, or nobody needs it any more. */
export function serve({ port, origin, tokenFile, idleExit, notify = true }: ServeFlags): Command {
  return async (context) => {
    const { signals } = context;
    await using host = await openOwnHost(context, {
      notify: notify ? await desktopOf(context) : [],
      listen: {
        ...(port !== undefined && { port }),
        ...(origin && { origins: origin }),
        ...(tokenFile !== undefined && { token: await tokenIn(resolve(context.cwd, tokenFile)) }),
      },
    });
    await context.stdout.lines([`serving at ${host.address?.url} for this user (pid ${process.pid})`]);
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
