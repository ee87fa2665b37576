import { findHost } from "@nucleic/host";
import { HostError } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";

/**
 * An address of the page of the host that runs here, which lets it in: good once, and for 30 seconds.
 * @throws HostError `unreachable`; CliError `noPage`
 */
export async function appLink({ env }: Pick<Context, "env">): Promise<string> {
  const host = await findHost(dataDir(env));
  if (host === undefined) throw new HostError({ code: "unreachable", message: "the host went away again" });
  const { url, token } = host;
  const answer = await fetch(`${url}/code`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok)
    throw new CliError(
      "noPage",
      "the host that runs has no page",
      "it was started by another nucleic, or without its page built: end it, and try again",
    );
  const { code } = (await answer.json()) as { readonly code: string };
  return `${url}/#${new URLSearchParams({ host: url, code })}`;
}
