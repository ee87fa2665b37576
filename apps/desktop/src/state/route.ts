import { useSyncExternalStore } from "react";

const screens = ["board", "approvals", "queue", "search", "usage", "projects", "devices", "new"] as const;
const tabs = ["transcript", "changes"] as const;

/** What the page shows, as its address says. */
export type Route =
  | { readonly screen: (typeof screens)[number] }
  | { readonly screen: "session"; readonly id: string; readonly tab: (typeof tabs)[number] };

/** The route of a fragment; the board, where it is none. */
export function readRoute(hash: string): Route {
  const [first, id, second] = hash.replace(/^#\/?/, "").split("/").map(decode);
  if (first === "session" && id) {
    return { screen: "session", id, tab: tabs.find((tab) => tab === second) ?? "transcript" };
  }
  return { screen: screens.find((screen) => screen === first) ?? "board" };
}

/** The address of a route, for a link. */
export function hrefOf(route: Route): string {
  if (route.screen === "board") return "#/";
  if (route.screen !== "session") return `#/${route.screen}`;
  return `#/session/${encodeURIComponent(route.id)}${route.tab === "transcript" ? "" : `/${route.tab}`}`;
}

export function goTo(route: Route): void {
  location.hash = hrefOf(route);
}

/** The route of the page's address now. */
export function useRoute(): Route {
  return readRoute(useSyncExternalStore(onHashChange, () => location.hash));
}

function onHashChange(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** A fragment that somebody has cut in the middle of an escape is taken as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
