import type { SessionId } from "@nucleic/protocol";
import { type HostClient, HostError } from "@nucleic/sync/client";
import { backendNames } from "../agents.ts";
import type { Context } from "../context.ts";
import { itemOf } from "../host/find-item.ts";
import { plural } from "../view/format.ts";
import { trustLines } from "../view/trust-lines.ts";

/** How many things are named before the rest is only counted. */
const named = 4;

/** What of the configuration in a session's worktree will not be loaded, and how to have it loaded; no lines for none. */
export async function configurationNotice(
  context: Context,
  client: HostClient,
  sessionId: SessionId,
): Promise<readonly string[]> {
  const { projectId, backend } = await itemOf(client, sessionId);
  const { isTrusted, items } = await client.query("trust", { projectId, backend, sessionId }).catch(unknown);
  if (isTrusted || items.length === 0) return [];
  const rest = items.length > named ? [`  … and ${plural(items.length - named, "more item")}`] : [];
  return [
    `This repository's configuration for ${backendNames(context).get(backend) ?? backend} is not trusted and will not be loaded:`,
    ...trustLines(items.slice(0, named), context.errFrame()),
    ...rest,
    "→ nucleic project trust shows all of it and asks",
  ];
}

/** A notice that cannot be made stops no session. */
function unknown(error: unknown): { readonly isTrusted: true; readonly items: [] } {
  if (error instanceof HostError) return { isTrusted: true, items: [] };
  throw error;
}
