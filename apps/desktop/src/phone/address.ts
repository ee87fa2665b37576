import { hrefOf } from "../state/route.ts";

/** A pairing link's fragment is at least so long, and no address of a screen looks like one. */
const pairing = /^#[A-Za-z0-9_-]{90,}$/;

/** The pairing link that this page was opened with, which leaves the address; a page without a screen begins with what waits. */
export function takeLink(): string | undefined {
  const { hash, href } = location;
  const isLink = pairing.test(hash);
  if (isLink || hash === "") history.replaceState(null, "", hrefOf({ screen: "approvals" }));
  // Somebody opens a link while the page is there.
  addEventListener("hashchange", () => {
    if (pairing.test(location.hash)) location.reload();
  });
  return isLink ? href : undefined;
}
