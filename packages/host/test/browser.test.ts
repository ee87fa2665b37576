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

const open = new Map<string, Page>();

/** The page of that origin: opened once, as a browser takes longer for a page than the host for all that it tries. */
async function pageOf(origin: string): Promise<Page> {
  const page = open.get(origin) ?? (await browser.newPage());
  if (!open.has(origin)) await page.goto(origin);
  open.set(origin, page);
  return page;
}

interface Refused {
  readonly status: number;
  readonly method: string;
  /** Absent where it was for none of the host's own. */
  readonly path?: string;
}

const logText = () => readFile(logPath(dataDir), "utf8");

async function refused(): Promise<Refused[]> {
  const lines = (await logText()).trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "refused");
}

/** What no page here sends. */
const mark = "PUT";

/** What is learnt by it, and what the log says was refused meanwhile: everything up to a request of our own. */
async function during<T>(act: () => Promise<T>): Promise<{ readonly learnt: T; readonly noted: Refused[] }> {
  const before = (await refused()).length;
  const learnt = await act();
  // A beacon is on its way when its page goes on: each of these is refused once at least.
  await expect.poll(async () => (await refused()).length, { timeout: 10_000 }).toBeGreaterThan(before);
  expect((await fetch(`${at.url}/health`, { method: mark })).status).toBe(401);
  const since = async () => (await refused()).slice(before);
  const isMark = ({ method }: Refused) => method === mark;
  await expect.poll(async () => (await since()).some(isMark), { timeout: 10_000 }).toBe(true);
  const all = await since();
  return { learnt, noted: all.slice(0, all.findIndex(isMark)) };
}

const wrong = "A".repeat(43);
const settled = (promise: string) =>
  `${promise}.then(async (answer) => answer.type + await answer.text(), () => "failed")`;
const socketOf = (url: string, token?: string) => `new Promise((resolve) => {
  const protocols = ${JSON.stringify(["nucleic.v1", ...(token ? [`nucleic.bearer.${token}`] : [])])};
  const socket = new WebSocket("${url.replace("http", "ws")}/ws", protocols);
  socket.onopen = () => resolve("open");
  socket.onclose = () => resolve("failed");
})`;
const form = (url: string, method: string) => `new Promise((resolve) => {
  document.body.innerHTML = '<iframe name="target"></iframe><form target="target" method="${method}" action="${url}"></form>';
  document.querySelector("iframe").onload = () => resolve("loaded");
  document.querySelector("form").submit();
})`;

const codeFor = (origin: string) => {
  const link = new URL(host.pageLink({ page: `${origin}/`, scopes: ["view"] }));
  return new URLSearchParams(link.hash.slice(1)).get("code") ?? "";
};
const posted = (base: string, code: string, type = "application/json", mode = "cors") =>
  `fetch("${base}/page", { method: "POST", mode: "${mode}", headers: { "content-type": "${type}" }, body: '{"code":"${code}"}' })`;

interface Try {
  readonly name: string;
  /** What the page runs; resolves with what it learns. `page` is a code that is good for another page. */
  readonly code: (base: string, token: string, page: string) => string;
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
    code: (base) => socketOf(base),
    learns: "failed",
    path: "/ws",
  },
  {
    name: "a WebSocket with a guess",
    code: (base) => socketOf(base, wrong),
    learns: "failed",
    path: "/ws",
  },
  {
    name: "a WebSocket with the very token",
    code: (base, token) => socketOf(base, token),
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
    name: "the code of another page",
    code: (base, _, page) => settled(posted(base, page)),
    learns: "failed",
    path: "/page",
    method: "OPTIONS",
  },
  {
    name: "the code of another page, as a text",
    code: (base, _, page) => settled(posted(base, page, "text/plain", "no-cors")),
    learns: "opaque",
    path: "/page",
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
    const page = await pageOf(origin());
    const known = codeFor(`http://${frontend}:${pagePort}`);
    const { learnt, noted } = await during(() => page.evaluate(code(at.url, at.token, known)));
    expect(learnt).toBe(learns);
    expect(noted).toMatchObject([{ status: 403, method, path }]);
  });
});

it("a page in a sandbox, whose origin is nobody's, gets nothing either", async () => {
  const page = await pageOf(`http://${evil}:${pagePort}`);
  const inner = `<script>fetch("${at.url}/health", { mode: "no-cors", method: "POST" })</script>`;
  const { noted } = await during(() =>
    page.setContent(`<iframe sandbox="allow-scripts" srcdoc='${inner}'></iframe>`),
  );
  expect(noted).toMatchObject([{ status: 403, method: "POST", path: "/health" }]);
});

describe("a name that is bent to this machine", () => {
  const bent = () => `http://${evil}:${at.port}`;

  it("is not answered when it is gone to", async () => {
    const page = await pageOf(`http://${evil}:${pagePort}`);
    const gone = () => page.goto(`${bent()}/health`).catch(() => undefined);
    const { learnt, noted } = await during(gone);
    // A browser shows a page of its own for an answer without a body.
    expect([undefined, 403]).toContain(learnt?.status());
    expect(noted).toMatchObject([{ status: 403, path: "/health" }]);
  });

  // To the browser the page is the host's own, as one is whose name was bent after it had come.
  it.each(["a plain fetch", "a WebSocket with the very token"])(
    "is not answered to %s of a page under that very name",
    async (name) => {
      const tried = tries.find((one) => one.name === name);
      const page = await browser.newPage();
      await page.route("**/page", (route) => route.fulfill({ contentType: "text/html", body: "<p>a page" }));
      await page.goto(`${bent()}/page`);
      const { learnt, noted } = await during(() => page.evaluate(tried?.code(bent(), at.token, "") ?? ""));
      // It may read the answer to a fetch, in which there is nothing.
      expect(["basic", "failed"]).toContain(learnt);
      expect(noted).toMatchObject([{ status: 403, path: tried?.path }]);
    },
  );
});

describe("a page that was registered", () => {
  const page = () => pageOf(`http://${frontend}:${pagePort}`);

  it("reads what it asks for with the token", async () => {
    const fetched = `fetch("${at.url}/health", { headers: { authorization: "Bearer ${at.token}" } })`;
    const health = await (await page()).evaluate(`${fetched}.then((answer) => answer.json())`);
    expect(health).toMatchObject({ hostVersion: "0.0.0-test", clients: 0 });
  });

  it("is welcome on a WebSocket", async () => {
    const welcome = `new Promise((resolve) => {
      const socket = new WebSocket("${at.url.replace("http", "ws")}/ws", ["nucleic.v1", "nucleic.bearer.${at.token}"]);
      socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      socket.onclose = () => resolve("failed");
      socket.onopen = () => socket.send(JSON.stringify({ t: "hello", v: 1, client: { name: "page", version: "0" } }));
    })`;
    const answer = await (await page()).evaluate(welcome);
    expect(answer).toMatchObject({ t: "welcome", host: { version: "0.0.0-test" } });
  });

  it("gets in by a code, once, to what the code opens, and its token is of no use to another page", async () => {
    const code = codeFor(`http://${frontend}:${pagePort}`);
    const token = String(
      await (await page()).evaluate(
        `${posted(at.url, code)}.then(async (answer) => (await answer.json()).token)`,
      ),
    );
    expect(await (await page()).evaluate(socketOf(at.url, token))).toBe("open");
    const again = await during(async () => (await page()).evaluate(settled(posted(at.url, code))));
    expect(again.learnt).toBe("cors");
    expect(again.noted).toMatchObject([
      { status: 401, path: "/page", origin: `http://${frontend}:${pagePort}` },
    ]);
    const other = await pageOf(`http://127.0.0.1:${pagePort}`);
    const { learnt } = await during(() => other.evaluate(socketOf(at.url, token)));
    expect(learnt).toBe("failed");
    expect(await logText()).not.toContain(code);
    expect(await logText()).not.toContain(token);
  });

  const bearer = `{ headers: { authorization: "Bearer ${wrong}" } }`;
  it.each([
    ["a fetch", (url: string) => settled(`fetch("${url}/health", ${bearer})`), "cors"],
    ["a WebSocket", (url: string) => socketOf(url, wrong), "failed"],
  ])("is turned away with a wrong token, by %s", async (_, code, learns) => {
    const { learnt, noted } = await during(async () => (await page()).evaluate(code(at.url)));
    expect(learnt).toBe(learns);
    expect(noted).toMatchObject([{ status: 401 }]);
  });
});

it("the log of all that has no token in it, not even of one who wrote it into an address", async () => {
  const { noted } = await during(() => fetch(`${at.url}/health?token=${at.token}`));
  expect(noted).toMatchObject([{ status: 401 }]);
  const text = await logText();
  expect(text).not.toContain(at.token);
  expect(text).not.toContain(wrong);
});
