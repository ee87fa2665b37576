import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { ensureHost } from "../host/ensure-host.ts";
import { showApp } from "../host/show-app.ts";

/** What `open` takes. `--no-browser` comes as `false`. */
export interface OpenFlags {
  readonly browser?: boolean;
}

/** Opens the host's own page, starting a host where none runs. */
export function open({ browser }: OpenFlags): Command {
  return async (context) => {
    await ensureHost(context);
    await showApp(context, browser);
    return exitCodes.done;
  };
}
