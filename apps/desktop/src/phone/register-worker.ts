interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** The page's policy names one maker of script addresses, and it makes this one alone. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  const rules = { createScriptURL: () => "./sw.js" };
  const url = (policies?.createPolicy("nucleic-worker", rules) ?? rules).createScriptURL("");
  // Without it the page works, and is not there offline.
  navigator.serviceWorker.register(url).catch(() => undefined);
}
