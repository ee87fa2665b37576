import { HostError } from "./host-error.ts";
import type { HostAddress } from "./web-socket.ts";

/** What is used of the page itself. Default: the one that this runs in. */
export interface PageContext {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { replaceState(state: null, unused: string, url: string): void };
  readonly sessionStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
}

const kept = "nucleic";
const local = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;

/**
 * Where the host of this page is. A link that `Host.pageLink` made is taken out of the address at once, its code changed for a
 * token of this page's own, which stays in the tab over a reload. Call it before anything else is done.
 * @throws HostError `unauthorized` (the code was used, is too old or for another page; there is none), `unreachable`
 */
export async function pageAddress(page: PageContext = globalThis): Promise<HostAddress> {
  const { location, history, sessionStorage } = page;
  const link = new URLSearchParams(location.hash.slice(1));
  const [host, code] = [link.get("host"), link.get("code")];
  if (code !== null) {
    history.replaceState(null, "", location.pathname + location.search);
    // A link of a stranger leads to no host of theirs.
    if (host === null || !local.test(host)) throw refused();
    sessionStorage.removeItem(kept);
    const address: HostAddress = { url: host, token: await redeem(host, code) };
    sessionStorage.setItem(kept, JSON.stringify(address));
    return address;
  }
  const known = sessionStorage.getItem(kept);
  if (known === null) throw refused();
  return JSON.parse(known) as HostAddress;
}

async function redeem(host: string, code: string): Promise<string> {
  const answer = await fetch(`${host}/page`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
    redirect: "error",
  }).catch((cause: unknown) => {
    throw new HostError({ code: "unreachable", message: `no host answers at ${host}` }, { cause });
  });
  if (!answer.ok) throw refused();
  return ((await answer.json()) as HostAddress).token;
}

function refused(): HostError {
  const hint = "Open a new link: it is good once, and for 30 seconds.";
  return new HostError({ code: "unauthorized", message: "this page was not let in", hint });
}
