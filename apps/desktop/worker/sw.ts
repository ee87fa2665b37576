// The phone page's service worker: its own files, kept by version, and notifications. Nothing of a host is kept here.
declare const self: ServiceWorkerGlobalScope;

/** Put in by the build: a hash of the files, and their names. */
declare const version: string;
declare const files: readonly string[];

const cacheName = `nucleic-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("nucleic-") && name !== cacheName)
            .map((name) => caches.delete(name)),
        ),
      ),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(kept(request));
});

/** Of this version, where it is a file of it; all else comes from the network and is not kept. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const wanted = request.mode === "navigate" ? self.registration.scope : request;
  return (await cache.match(wanted, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request);
}

interface Told {
  readonly id?: string;
  readonly sessionId?: string;
  readonly reason?: string;
}

const titles: Readonly<Record<string, string>> = {
  approval: "An agent asks for your approval",
  question: "An agent has a question",
  done: "A session is waiting for you",
  failed: "A session has failed",
  conflicted: "A session conflicts",
  setupFailed: "A session could not be set up",
};

self.addEventListener("push", (event) => {
  const { id = "", reason = "", sessionId = "" } = read(event.data);
  event.waitUntil(
    // No answers: what is allowed has to be seen first.
    self.registration.showNotification(titles[reason] ?? "A session needs you", {
      tag: id,
      icon: "icon-192.png",
      data: sessionId,
    }),
  );
});

function read(data: PushMessageData | null): Told {
  try {
    return (data?.json() ?? {}) as Told;
  } catch {
    // A browser wants to see a notification for each push, whatever came.
    return {};
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const sessionId = String(event.notification.data ?? "");
  const hash = sessionId === "" ? "#/approvals" : `#/session/${encodeURIComponent(sessionId)}`;
  event.waitUntil(show(`${self.registration.scope}${hash}`));
});

async function show(url: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (open === undefined) await self.clients.openWindow(url);
  else await (await open.focus()).navigate(url);
}

export {};
