import type { FoundHost } from "@nucleic/host";
import { CliError } from "../cli-error.ts";

/** An address of the host's own page that lets it in: good once, and for 30 seconds. @throws CliError `noPage` */
export async function appLink({ url, token }: Pick<FoundHost, "url" | "token">): Promise<string> {
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
