import { Writable } from "@nucleic/sync/client";

const key = "nucleic.phone-page";

/** Where this person's phone page is served; kept in this browser. Empty: the link is for an app that takes `nucleic:`. */
export const phonePage = new Writable<string>(localStorage.getItem(key) ?? "");

export function setPhonePage(address: string): void {
  localStorage.setItem(key, address);
  phonePage.set(address);
}

/** The host's link, led to that page: what is secret stays in the fragment, which no request carries. */
export function linkAt(address: string, link: string): string {
  const page = URL.parse(address.trim());
  if (page?.protocol !== "https:") return link;
  page.hash = link.slice(link.indexOf("#"));
  return page.href;
}
