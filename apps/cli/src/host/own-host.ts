import { type Host, type HostOptions, openHost } from "@nucleic/host";
import { agents, makeAgent } from "../agents.ts";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { sandboxesOf } from "../sandboxes.ts";
import { appFolder } from "./app-folder.ts";

const asksEverything = "No policy is followed until that is mended: everything is asked.";

/**
 * Makes this process the host of the data directory that the environment names. What an earlier one left is put in order and
 * told; what goes wrong later is told too, on stderr. @throws what `openHost` throws
 */
export async function openOwnHost(
  context: Context,
  options: Pick<HostOptions, "notify" | "listen" | "devices">,
): Promise<Host> {
  const { clock, ids, env, version } = context;
  const { listen, ...rest } = options;
  const dir = dataDir(env);
  const app = listen && (await appFolder());
  const host = await openHost({
    dataDir: dir,
    version,
    backends: agents(context, dir),
    makeBackend: (id) => makeAgent(id, context),
    clock,
    ids,
    env,
    sandbox: sandboxesOf(context),
    onProblem: ({ code, message, hint }) =>
      void context.tell([
        `nucleic: ${message} [${code}]`,
        ...(hint === undefined ? [] : [`→ ${hint}`]),
        ...(code === "policyFault" ? [asksEverything] : []),
      ]),
    ...rest,
    ...(listen && { listen: { ...listen, ...(app !== undefined && { app }) } }),
  });
  const { interrupted, reapedRuns } = host.started;
  if (interrupted.length > 0)
    await context.tell(
      `an earlier nucleic died: ${interrupted.length} session(s) are interrupted now, ${reapedRuns.length} run(s) were ended`,
    );
  return host;
}
