import type { ListenOptions } from "../host-options.ts";
import { ownHolder } from "../local-client.ts";
import type { HostLog } from "../log/host-log.ts";
import { ApiServer } from "./api-server.ts";
import { readApp } from "./app-files.ts";
import { everything } from "./everything.ts";
import { PageTokens } from "./page-tokens.ts";
import { Tokens } from "./tokens.ts";

type ApiOptions = Parameters<typeof ApiServer.listen>[0];

/** The local API, and the token that lets this user's programs in. @throws what reading the page and listening throw */
export async function openApi(
  { port, origins, token: given, app }: ListenOptions,
  { log, ...options }: Pick<ApiOptions, "clock" | "health" | "serve"> & { readonly log: HostLog },
): Promise<{ readonly api: ApiServer; readonly token: string }> {
  const tokens = new Tokens();
  const token = tokens.issue({ name: ownHolder, scopes: everything }, given);
  log.hide(token);
  const api = await ApiServer.listen({
    ...options,
    tokens,
    pageTokens: new PageTokens(token),
    ...(port !== undefined && { port }),
    ...(origins && { origins }),
    ...(app !== undefined && { app: await readApp(app) }),
    onRefused: (refused) => log.note("warn", "refused", { ...refused }),
  });
  return { api, token };
}
