import type { PageLinkOptions } from "../host-options.ts";
import { HostRefusal } from "../refusal.ts";
import type { ApiServer } from "./api-server.ts";

const byDefault = ["view", "approve", "control"] as const;

/**
 * The address of a page, with where the host is and a code in its fragment.
 * @throws HostRefusal `unknownOrigin`; TypeError where `page` is no address
 */
export function pageLink(
  api: Pick<ApiServer, "url" | "origins" | "mintCode"> | undefined,
  { page, scopes = byDefault }: PageLinkOptions,
): { readonly link: string; readonly code: string } {
  const link = new URL(page);
  const { origin } = link;
  if (api === undefined || (origin !== api.url && !api.origins.includes(origin)))
    throw new HostRefusal("unknownOrigin", `this host does not answer pages of ${origin}`, {
      hint: "Name it when the host is started: nucleic serve --origin.",
    });
  const code = api.mintCode({ origin, scopes });
  link.hash = String(new URLSearchParams({ host: api.url, code }));
  return { link: link.href, code };
}
