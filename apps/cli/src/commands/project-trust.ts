import type { ProjectId } from "@nucleic/protocol";
import type { BackendItem, QueryResult } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command, Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { confirm } from "../term/confirm.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";
import { trustLines } from "../view/trust-lines.ts";

/** Shows what the repository's configuration would make each agent run or widen, and asks whether to trust it. */
export function projectTrust(
  dir: string | undefined,
  flags: { readonly yes?: boolean; readonly revoke?: boolean },
): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { id: projectId, rootPath } = await projectHere(client, context, dir);
    if (flags.revoke) {
      await client.intent("untrust", { projectId });
      await context.tell(`no configuration of ${safeLine(rootPath)} is trusted any more`);
      return exitCodes.done;
    }
    let code: ExitCode = exitCodes.done;
    for (const backend of await client.query("backends", { probe: false })) {
      const found = await client.query("trust", { projectId, backend: backend.id });
      // This agent reads no configuration of a repository.
      if (found.hash === "") continue;
      if (!(await trustOne(context, client, { projectId, backend, found, yes: flags.yes === true })))
        code = exitCodes.denied;
    }
    return code;
  };
}

interface Shown {
  readonly projectId: ProjectId;
  readonly backend: BackendItem;
  readonly found: QueryResult<"trust">;
  readonly yes: boolean;
}

/** Whether this agent's configuration is trusted in the end. */
async function trustOne(
  context: Context,
  client: HostClient,
  { projectId, backend: { id: backend, displayName }, found, yes }: Shown,
): Promise<boolean> {
  const { items, hash, isTrusted } = found;
  if (items.length === 0) {
    await context.stdout.lines([
      `${displayName}: this repository configures nothing that runs or widens anything`,
    ]);
    return true;
  }
  await context.stdout.lines([
    `${displayName}: this repository's own configuration has ${plural(items.length, "item")}`,
    ...trustLines(items, context.frame()),
  ]);
  if (isTrusted) {
    await context.tell(`trusted already, as it stands (${hash.slice(0, 12)})`);
    return true;
  }
  if (!(yes || (await asks(context)))) {
    await context.tell("not trusted: it will not be loaded");
    return false;
  }
  await client.intent("trust", { projectId, backend, hash });
  await context.tell(`trusted, exactly as it stands now (${hash.slice(0, 12)}); any change asks again`);
  return true;
}

async function asks(context: Context): Promise<boolean> {
  if (context.terminal) return confirm(context, context.terminal, "Trust all of this?");
  throw new CliError(
    "needsTerminal",
    "there is no terminal to ask on",
    "read the list, then: nucleic project trust --yes",
  );
}
