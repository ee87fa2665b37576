import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, openHost } from "../src/index.ts";
import { logPath } from "../src/place/paths.ts";
import { openChromium } from "./chromium.ts";
import { temporaryDirectory } from "./support.ts";

// A real browser and a host with its real log: what a page can make a browser send is what is tried, and not what we
// think it is. `strangers.test.ts` has the same by hand, for all that no browser sends.

const evil = "attacker.example";
const frontend = "frontend.example";

let browser: Browser;
let pages: Server;
let host: Host;
let dataDir: string;
let pagePort: string;
let at: { readonly url: string; readonly port: string; readonly token: string };

beforeAll(async () => {
  dataDir = await temporaryDirectory(afterAll);
  pages = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>a page</title>"),
  );
  pages.listen(0, "127.0.0.1");
  await once(pages, "listening");
  const address = pages.address();
  pagePort = String(typeof address === "object" ? address?.port : "");
  const origins = [`http://${frontend}:${pagePort}`];
  host = await openHost({ dataDir, version: "0.0.0-test", backends: [], env: {}, listen: { origins } });
  const { url = "", token = "" } = host.address ?? {};
  at = { url, port: new URL(url).port, token };
  browser = await openChromium([evil, frontend]);
});

afterAll(async () => {
  await browser?.close();
  await host?.close();
  pages?.closeAllConnections();
  pages?.close();
});

/** A page of that origin, closed after what is done there. */
async function on<T>(origin: string, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(origin);
    return await act(page);
  } finally {
    await context.close();
  }
}

interface Refused {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly host?: string;
  readonly origin?: string;
}

const logText = () => readFile(logPath(dataDir), "utf8");

async function refused(): Promise<Refused[]> {
  const lines = (await logText()).trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "refused");
}

let marks = 0;

/** What the log says was refused meanwhile: at least `least`, and then everything up to a request of our own. */
async function refusedDuring(act: () => Promise<void>, least: number): Promise<Refused[]> {
  const before = (await refused()).length;
  await act();
  await expect
    .poll(async () => (await refused()).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(before + least);
  const mark = `/mark-${++marks}`;
  expect((await fetch(`${at.url}${mark}`)).status).toBe(401);
  const isMark = ({ url }: Refused) => url === mark;
  await expect.poll(async () => (await refused()).some(isMark), { timeout: 10_000 }).toBe(true);
  const all = await refused();
  return all.slice(before, all.findIndex(isMark));
}

const wrong = "A".repeat(43);
const settled = (promise: string) =>
  `${promise}.then(async (answer) => answer.type + await answer.text(), () => "failed")`;
const socket = (url: string, protocols: readonly string[]) => `new Promise((resolve) => {
  const socket = new WebSocket(${JSON.stringify(url)}, ${JSON.stringify(protocols)});
  socket.onopen = () => resolve("open");
  socket.onclose = () => resolve("failed");
})`;
const form = (url: string, method: string) => `new Promise((resolve) => {
  document.body.innerHTML = '<iframe name="target"></iframe><form target="target" method="${method}" action="${url}"></form>';
  document.querySelector("iframe").onload = () => resolve("loaded");
  document.querySelector("form").submit();
})`;

interface Try {
  readonly name: string;
  /** What the page runs; resolves with what it learns. */
  readonly code: (base: string, token: string) => string;
  readonly learns: string;
  readonly path: string;
  readonly method?: string;
}

const tries: readonly Try[] = [
  {
    name: "a plain fetch",
    code: (base) => settled(`fetch("${base}/health")`),
    learns: "failed",
    path: "/health",
  },
  {
    name: "a fetch with the very token",
    code: (base, token) =>
      settled(`fetch("${base}/health", { headers: { authorization: "Bearer ${token}" } })`),
    learns: "failed",
    path: "/health",
    method: "OPTIONS",
  },
  {
    name: "a fetch that wants no answer",
    code: (base) => settled(`fetch("${base}/health", { mode: "no-cors" })`),
    learns: "opaque",
    path: "/health",
  },
  {
    name: "a post that wants no answer",
    code: (base) => settled(`fetch("${base}/health", { mode: "no-cors", method: "POST", body: "{}" })`),
    learns: "opaque",
    path: "/health",
    method: "POST",
  },
  {
    name: "a WebSocket",
    code: (base) => socket(`${base.replace("http", "ws")}/ws`, ["nucleic.v1"]),
    learns: "failed",
    path: "/ws",
  },
  {
    name: "a WebSocket with a guess",
    code: (base) => socket(`${base.replace("http", "ws")}/ws`, ["nucleic.v1", `nucleic.bearer.${wrong}`]),
    learns: "failed",
    path: "/ws",
  },
  {
    name: "a WebSocket with the very token",
    code: (base, token) =>
      socket(`${base.replace("http", "ws")}/ws`, ["nucleic.v1", `nucleic.bearer.${token}`]),
    learns: "failed",
    path: "/ws",
  },
  {
    name: "a form that posts",
    code: (base) => form(`${base}/health`, "post"),
    learns: "loaded",
    path: "/health",
    method: "POST",
  },
  {
    name: "an image",
    code: (base) => `new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve("loaded");
      image.onerror = () => resolve("failed");
      image.src = "${base}/health";
    })`,
    learns: "failed",
    path: "/health",
  },
  {
    name: "a script",
    code: (base) => `new Promise((resolve) => {
      const script = document.createElement("script");
      script.onload = () => resolve("loaded");
      script.onerror = () => resolve("failed");
      script.src = "${base}/health";
      document.head.append(script);
    })`,
    learns: "failed",
    path: "/health",
  },
  {
    name: "an EventSource",
    code: (base) => `new Promise((resolve) => {
      const source = new EventSource("${base}/health");
      source.onopen = () => resolve("open");
      source.onerror = () => { source.close(); resolve("failed"); };
    })`,
    learns: "failed",
    path: "/health",
  },
  {
    name: "a beacon",
    code: (base) => `navigator.sendBeacon("${base}/health", "{}") ? "sent" : "failed"`,
    learns: "sent",
    path: "/health",
    method: "POST",
  },
];

describe.each([
  ["a page of another site", () => `http://${evil}:${pagePort}`],
  ["a page of another port of this machine", () => `http://127.0.0.1:${pagePort}`],
])("%s", (_, origin) => {
  it.each(tries)("gets nothing by $name", async ({ code, learns, path, method = "GET" }) => {
    const seen = await on(origin(), async (page) => {
      let learnt: unknown;
      const noted = await refusedDuring(async () => {
        learnt = await page.evaluate(code(at.url, at.token));
      }, 1);
      return { learnt, noted };
    });
    expect(seen.learnt).toBe(learns);
    expect(seen.noted).toMatchObject([{ status: 403, method, url: path, host: `127.0.0.1:${at.port}` }]);
  });
});

it("gets nothing from within a sandbox, whose origin is nobody's", async () => {
  const noted = await on(`http://${evil}:${pagePort}`, (page) =>
    refusedDuring(async () => {
      const inner = `<script>fetch("${at.url}/health", { mode: "no-cors", method: "POST" })</script>`;
      await page.setContent(`<iframe sandbox="allow-scripts" srcdoc='${inner}'></iframe>`);
    }, 1),
  );
  expect(noted).toMatchObject([{ status: 403, method: "POST", origin: "null" }]);
});

describe("a name that is bent to this machine", () => {
  const bent = () => `http://${evil}:${at.port}`;

  it("is not answered when it is gone to", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const noted = await refusedDuring(async () => {
      const answer = await page.goto(`${bent()}/health`).catch(() => undefined);
      expect([undefined, 403]).toContain(answer?.status());
    }, 1);
    await context.close();
    expect(noted).toMatchObject([{ status: 403, url: "/health", host: `${evil}:${at.port}` }]);
  });

  // The page is under the host's own port to the browser, as a page is whose name has been bent since it came.
  it.each([
    ["a fetch", tries[0]],
    ["a WebSocket with the very token", tries[6]],
  ])("is not answered to %s of a page under that very name", async (_, tried) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(`${bent()}/page`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>a page" }),
    );
    await page.goto(`${bent()}/page`);
    let learnt: unknown;
    const noted = await refusedDuring(async () => {
      learnt = await page.evaluate(tried?.code(bent(), at.token) ?? "");
    }, 1);
    await context.close();
    // Of its own origin, to the browser: it may read the answer, in which there is nothing.
    expect(["basic", "failed"]).toContain(learnt);
    expect(noted).toMatchObject([{ status: 403, url: tried?.path, host: `${evil}:${at.port}` }]);
  });
});

describe("a page that was registered", () => {
  const origin = () => `http://${frontend}:${pagePort}`;

  it("reads what it asks for with the token", async () => {
    const fetched = `fetch("${at.url}/health", { headers: { authorization: "Bearer ${at.token}" } })`;
    const health = await on(origin(), (page) => page.evaluate(`${fetched}.then((answer) => answer.json())`));
    expect(health).toMatchObject({ hostVersion: "0.0.0-test", clients: 0 });
  });

  it("is welcome on a WebSocket", async () => {
    const welcome = `new Promise((resolve) => {
      const socket = new WebSocket("${at.url.replace("http", "ws")}/ws", ["nucleic.v1", "nucleic.bearer.${at.token}"]);
      socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      socket.onclose = () => resolve("failed");
      socket.onopen = () => socket.send(JSON.stringify({ t: "hello", v: 1, client: { name: "page", version: "0" } }));
    })`;
    const answer = await on(origin(), (page) => page.evaluate(welcome));
    expect(answer).toMatchObject({ t: "welcome", host: { version: "0.0.0-test" } });
  });

  it.each([
    [
      "a fetch",
      (url: string) => settled(`fetch("${url}/health", { headers: { authorization: "Bearer ${wrong}" } })`),
      "cors",
    ],
    [
      "a WebSocket",
      (url: string) => socket(`${url.replace("http", "ws")}/ws`, ["nucleic.v1", `nucleic.bearer.${wrong}`]),
      "failed",
    ],
  ])("is turned away with a wrong token, by %s", async (_, code, learns) => {
    let learnt: unknown;
    const noted = await on(origin(), (page) =>
      refusedDuring(async () => {
        learnt = await page.evaluate(code(at.url));
      }, 1),
    );
    expect(learnt).toBe(learns);
    expect(noted).toMatchObject([{ status: 401, origin: origin() }]);
  });
});

it("the log of all that has no token in it", async () => {
  await fetch(`${at.url}/health?token=${at.token}`);
  await expect.poll(async () => (await refused()).some(({ url }) => url.startsWith("/health?"))).toBe(true);
  const text = await logText();
  expect(text).not.toContain(at.token);
  expect(text).not.toContain(wrong);
});
