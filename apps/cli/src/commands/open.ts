import { findHost } from "@nucleic/host";
import { HostError } from "@nucleic/sync/client";
import type { Command } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { exitCodes } from "../exit-code.ts";
import { appLink } from "../host/app-link.ts";
import { ensureHost } from "../host/ensure-host.ts";
import { openBrowser } from "../host/open-browser.ts";

/** What `open` takes. `--no-browser` comes as `false`. */
export interface OpenFlags {
  readonly browser?: boolean;
}

/** Opens the host's own page, starting a host where none runs. The link is printed too: there may be no browser here. */
export function open({ browser = true }: OpenFlags): Command {
  return async (context) => {
    await ensureHost(context);
    const host = await findHost(dataDir(context.env));
    if (host === undefined) throw new HostError({ code: "unreachable", message: "the host went away again" });
    const link = await appLink(host);
    const isOpened = browser && (await openBrowser(context, link));
    await context.stdout.lines([link]);
    await context.tell(
      isOpened ? "opened in your browser" : "open it in a browser: it is good once, and for 30 seconds",
    );
    return exitCodes.done;
  };
}
