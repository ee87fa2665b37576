import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type Clock, systemClock } from "@nucleic/protocol";
import type { Scope } from "@nucleic/protocol/messages";
import { describe, expect, it, onTestFinished } from "vitest";
import { ApiServer } from "../src/server/api-server.ts";
import { type AppFile, readApp } from "../src/server/app-files.ts";
import { PageTokens } from "../src/server/page-tokens.ts";
import { originOf } from "../src/server/refused-origin.ts";
import { Tokens } from "../src/server/tokens.ts";
import { temporaryDirectory } from "./support.ts";
import { testClock } from "./test-clock.ts";

const evil = "attacker.example";
const ours = "https://frontend.example";
const alsoOurs = "https://other.frontend.example";

interface Setting {
  readonly api: ApiServer;
  readonly port: number;
  readonly token: string;
  readonly served: string[];
  /** Sends bytes as they are; gives the status and the headers of the answer. */
  send(text: string): Promise<{ readonly status: number; readonly head: string }>;
}

async function setting(
  scopes: readonly Scope[] = ["view"],
  clock: Clock = systemClock,
  app: readonly AppFile[] = [],
): Promise<Setting> {
  const tokens = new Tokens();
  const served: string[] = [];
  const api = await ApiServer.listen({
    tokens,
    pageTokens: new PageTokens("of the host"),
    clock,
    origins: [ours, alsoOurs],
    app,
    health: () => {
      served.push("health");
      return {};
    },
    serve: async () => void served.push("ws"),
    onRefused: () => undefined,
  });
  onTestFinished(() => api[Symbol.asyncDispose]());
  const port = Number(new URL(api.url).port);
  const send = async (text: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(text);
    let answer = "";
    for await (const chunk of socket) {
      answer += String(chunk);
      if (answer.includes("\r\n\r\n")) break;
    }
    socket.destroy();
    return { status: Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0), head: answer };
  };
  return { api, port, token: tokens.issue({ name: "test", scopes }), served, send };
}

type Headers = Readonly<Record<string, string | undefined>>;

/** A request with everything that it needs but for what is said otherwise. */
function request(
  { port, token }: Setting,
  path: string,
  { method = "GET", target = path, headers = {} }: { method?: string; target?: string; headers?: Headers },
): string {
  const upgrade = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-protocol": `nucleic.v1, nucleic.bearer.${token}`,
  };
  const plain = { connection: "close", authorization: `Bearer ${token}` };
  const all: Headers = { host: `127.0.0.1:${port}`, ...(path === "/ws" ? upgrade : plain), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

const wrong = "A".repeat(43);
const bears = (token: string | undefined): Headers => ({
  authorization: token === undefined ? undefined : `Bearer ${token}`,
  "sec-websocket-protocol": token === undefined ? "nucleic.v1" : `nucleic.v1, nucleic.bearer.${token}`,
});

const strangers: readonly { readonly name: string; readonly status: number; readonly headers: Headers }[] = [
  { name: "no token", status: 401, headers: bears(undefined) },
  { name: "a wrong token", status: 401, headers: bears(wrong) },
  { name: "an empty token", status: 401, headers: bears("") },
  { name: "a page of another origin", status: 403, headers: { origin: `http://${evil}` } },
  { name: "a page that begins like a registered one", status: 403, headers: { origin: `${ours}.${evil}` } },
  { name: "a sandboxed page", status: 403, headers: { origin: "null" } },
  { name: "a page of another port", status: 403, headers: { origin: "http://127.0.0.1:1" } },
  { name: "a form or image of a page", status: 403, headers: { "sec-fetch-site": "cross-site" } },
  { name: "a page of another port by site", status: 403, headers: { "sec-fetch-site": "same-site" } },
  { name: "a name bent to loopback", status: 403, headers: { host: evil } },
  { name: "a host that begins like ours", status: 403, headers: { host: `127.0.0.1.${evil}` } },
  { name: "another port", status: 403, headers: { host: "127.0.0.1:1" } },
  { name: "headers over the limit", status: 431, headers: { "x-long": "x".repeat(9_000) } },
];

const paths = ["/health", "/ws"];

describe.each(paths)("%s", (path) => {
  it("is the host's own route, and there are no others", async () => {
    expect((await setting()).api.routes.map((route) => route.path)).toEqual([...paths, "/page"]);
  });

  it("is served to whoever has the token", async () => {
    const test = await setting();
    const { status } = await test.send(request(test, path, {}));
    expect(status).toBe(path === "/ws" ? 101 : 200);
    expect(test.served).toEqual([path.slice(1)]);
  });

  it.each(strangers)("refuses $name", async ({ status, headers }) => {
    const test = await setting();
    const answer = await test.send(request(test, path, { headers }));
    expect(answer.status).toBe(status);
    expect(answer.head).not.toMatch(/access-control-allow/i);
    expect(answer.head).not.toMatch(/www-authenticate|server:/i);
    expect(test.served).toEqual([]);
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])("refuses %s", async (method) => {
    const test = await setting();
    expect((await test.send(request(test, path, { method }))).status).toBe(404);
    expect(test.served).toEqual([]);
  });

  it.each([
    ["an absolute target", (port: number) => `http://127.0.0.1:${port}${path}`, 403],
    ["a token in the address", () => `${path}?token=x`, 404],
    ["another spelling", () => `/${path}`, 404],
    ["a way round", () => `/x/..${path}`, 404],
  ])("refuses %s", async (_, target, status) => {
    const test = await setting();
    expect((await test.send(request(test, path, { target: target(test.port) }))).status).toBe(status);
    expect(test.served).toEqual([]);
  });

  it("refuses a scope that is too small", async () => {
    const test = await setting(["approve"]);
    expect((await test.send(request(test, path, {}))).status).toBe(403);
    expect(test.served).toEqual([]);
  });

  it("refuses repeated hosts, repeated tokens and HTTP/1.0", async () => {
    const test = await setting();
    const good = request(test, path, {});
    const twice = good.replace("\r\n", `\r\nhost: ${evil}\r\n`);
    expect([400, 403]).toContain((await test.send(twice)).status);
    const tokens = good.replace(
      "\r\n",
      `\r\nauthorization: Bearer ${wrong}\r\nsec-websocket-protocol: nucleic.bearer.${wrong}\r\n`,
    );
    expect((await test.send(tokens)).status).toBe(401);
    expect([400, 403]).toContain((await test.send(good.replace("HTTP/1.1", "HTTP/1.0"))).status);
    expect(test.served).toEqual([]);
  });

  it("answers a missing token like a wrong one, to the letter", async () => {
    const test = await setting();
    const [missing, other] = await Promise.all(
      [undefined, wrong].map((token) => test.send(request(test, path, { headers: bears(token) }))),
    );
    const undated = (head = "") => head.replace(/date: .*\r\n/i, "");
    expect(undated(missing?.head)).toBe(undated(other?.head));
  });

  it("serves a page that was registered, by its whole name", async () => {
    const test = await setting();
    const headers = { origin: ours, "sec-fetch-site": "cross-site" };
    const answer = await test.send(request(test, path, { headers }));
    expect(answer.status).toBe(path === "/ws" ? 101 : 200);
    if (path === "/health")
      expect(answer.head).toMatch(new RegExp(`access-control-allow-origin: ${ours}\r`, "i"));
  });
});

describe("/page, which takes a code and no token", () => {
  interface Post {
    readonly method?: string;
    readonly target?: string;
    readonly body?: string;
    readonly headers?: Headers;
  }

  function post({ port }: Setting, { method = "POST", target = "/page", body = "", headers = {} }: Post) {
    const all: Headers = {
      host: `127.0.0.1:${port}`,
      origin: ours,
      "content-type": "application/json",
      "content-length": String(body.length),
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}: ${value}`,
    );
    return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  }

  const withCode = (code: string) => ({ body: JSON.stringify({ code }) });
  const tokenIn = (head: string) => /"token":"([\w-]+)"/.exec(head)?.[1] ?? "";
  const minted = (test: Setting) => test.api.mintCode({ origin: ours, scopes: ["view"] });

  it("gives the page a token, once", async () => {
    const test = await setting();
    const code = minted(test);
    expect(Buffer.from(code, "base64url")).toHaveLength(32);
    const answer = await test.send(post(test, withCode(code)));
    expect(answer.status).toBe(200);
    expect(answer.head).toMatch(/cache-control: no-store/i);
    expect(answer.head).toContain(`access-control-allow-origin: ${ours}\r`);
    expect((await test.send(post(test, withCode(code)))).status).toBe(401);
    const token = tokenIn(answer.head);
    const as = (origin: string | undefined) =>
      test.send(request(test, "/health", { headers: { origin, authorization: `Bearer ${token}` } }));
    expect((await as(ours)).status).toBe(200);
    // Good for that page alone: neither for another that may come, nor for a program.
    expect((await as(alsoOurs)).status).toBe(401);
    expect((await as(undefined)).status).toBe(401);
    const offered = { origin: ours, ...bears(token) };
    expect((await test.send(request(test, "/ws", { headers: offered }))).status).toBe(101);
  });

  const turnedAway: readonly (Post & { readonly name: string; readonly status: number })[] = [
    { name: "no code", status: 400, body: "{}" },
    { name: "an empty body", status: 400 },
    { name: "what is no JSON", status: 400, body: "code" },
    { name: "a wrong code", status: 401, ...withCode(wrong) },
    { name: "an empty code", status: 401, ...withCode("") },
    { name: "a token for a code", status: 401, ...withCode(wrong), headers: bears(wrong) },
  ];
  it.each(turnedAway)("refuses $name", async ({ status, ...attempt }) => {
    const test = await setting();
    minted(test);
    expect((await test.send(post(test, attempt))).status).toBe(status);
  });

  const guarded: readonly (Post & { readonly name: string; readonly status: number })[] = [
    { name: "a page of another origin", status: 403, headers: { origin: `http://${evil}` } },
    { name: "a sandboxed page", status: 403, headers: { origin: "null" } },
    { name: "what is no page", status: 403, headers: { origin: undefined } },
    { name: "a name bent to loopback", status: 403, headers: { host: evil } },
    { name: "another port", status: 403, headers: { host: "127.0.0.1:1" } },
    { name: "a text, which needs no leave", status: 415, headers: { "content-type": "text/plain" } },
    {
      name: "a form",
      status: 415,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
    { name: "no type", status: 415, headers: { "content-type": undefined } },
    { name: "more than a code", status: 413, headers: { "content-length": "257" } },
    { name: "GET", status: 401, method: "GET" },
    { name: "PUT", status: 401, method: "PUT" },
    { name: "a code in the address", status: 401, target: `/page?code=${wrong}` },
    { name: "another spelling", status: 401, target: "//page" },
  ];
  it.each(guarded)("refuses $name, and the code is good after it", async ({ status, ...attempt }) => {
    const test = await setting();
    const code = minted(test);
    expect((await test.send(post(test, { ...withCode(code), ...attempt }))).status).toBe(status);
    expect((await test.send(post(test, withCode(code)))).status).toBe(200);
  });

  it("has no use for a token of the host", async () => {
    const test = await setting();
    const headers = { authorization: `Bearer ${test.token}` };
    expect((await test.send(post(test, { headers, body: "{}" }))).status).toBe(400);
    expect((await test.send(post(test, { headers, method: "GET" }))).status).toBe(404);
  });

  it("refuses a code that is 30 seconds old", async () => {
    const clock = testClock();
    const test = await setting(["view"], clock);
    const [old, young] = [minted(test), minted(test)];
    clock.advance(29_999);
    expect((await test.send(post(test, withCode(young)))).status).toBe(200);
    clock.advance(1);
    expect((await test.send(post(test, withCode(old)))).status).toBe(401);
  });

  it("refuses a code that another page got hold of, which is void then", async () => {
    const test = await setting();
    const code = minted(test);
    const stolen = { ...withCode(code), headers: { origin: alsoOurs } };
    expect((await test.send(post(test, stolen))).status).toBe(401);
    expect((await test.send(post(test, withCode(code)))).status).toBe(401);
  });
});

describe("the host's own page", () => {
  const files: Readonly<Record<string, string>> = {
    "index.html": "<!doctype html>",
    "assets/main-1a2b.js": "1",
    "assets/main-1a2b.js.map": "{}",
    "notes.txt": "not of the page",
  };

  async function withPage(scopes: readonly Scope[] = ["view"]): Promise<Setting> {
    const folder = await temporaryDirectory();
    await mkdir(join(folder, "assets"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return setting(scopes, systemClock, await readApp(folder));
  }

  it("is what is served besides, and nothing else of its folder is", async () => {
    const { api } = await withPage();
    const routes = api.routes.map(({ method, path, scope }) => `${method} ${path} ${scope ?? "-"}`);
    expect(routes).toEqual([
      ...["GET /health view", "GET /ws view", "POST /page -", "POST /code admin"],
      ...["GET /assets/main-1a2b.js -", "GET / -"],
    ]);
  });

  it("needs no token, and is held to a policy", async () => {
    const test = await withPage();
    const answer = await test.send(request(test, "/", { headers: bears(undefined) }));
    expect(answer.status).toBe(200);
    const policy = /content-security-policy: (.*)\r/.exec(answer.head)?.[1] ?? "";
    for (const part of [
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
      ...["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ])
      expect(policy.split("; ")).toContain(part);
    expect(policy).not.toContain("unsafe");
    expect(answer.head).toMatch(/x-content-type-options: nosniff/i);
    expect(answer.head).toMatch(/referrer-policy: no-referrer/i);
    expect(answer.head).toMatch(/cross-origin-opener-policy: same-origin/);
    expect(answer.head).toMatch(/cross-origin-resource-policy: same-origin/);
    expect(answer.head).not.toMatch(/access-control-allow/i);
    expect(answer.head).toMatch(/cache-control: no-cache/);
  });

  it("may be kept for ever where its name says what is in it", async () => {
    const test = await withPage();
    const { head } = await test.send(request(test, "/assets/main-1a2b.js", { headers: bears(undefined) }));
    expect(head).toMatch(/content-type: text\/javascript/);
    expect(head).toMatch(/cache-control: public, max-age=31536000, immutable/);
  });

  const asked = strangers.filter(({ status }) => status !== 401);
  it.each(asked)("is refused to $name", async ({ status, headers }) => {
    const test = await withPage();
    for (const path of ["/", "/assets/main-1a2b.js"])
      expect((await test.send(request(test, path, { headers }))).status).toBe(status);
  });

  const json = { "content-type": "application/json", "content-length": "0" };
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  it("is shown to who follows a link of elsewhere, and nothing else is", async () => {
    const test = await withPage(["view", "approve", "control", "admin"]);
    const status = async (path: string, headers: Headers = {}, method = "GET") =>
      (await test.send(request(test, path, { method, headers: { ...link, ...headers } }))).status;
    expect(await status("/", bears(undefined))).toBe(200);
    expect(await status("/", { "sec-fetch-dest": "iframe" })).toBe(403);
    expect(await status("/", { "sec-fetch-mode": "no-cors" })).toBe(403);
    expect(await status("/", { origin: `http://${evil}` })).toBe(403);
    expect(await status("/", { host: evil })).toBe(403);
    expect(await status("/", {}, "POST")).toBe(403);
    for (const path of ["/assets/main-1a2b.js", "/health", "/ws", "/?a"])
      expect(await status(path)).toBe(403);
    expect(await status("/code", { ...json }, "POST")).toBe(403);
    expect(await status("/page", { ...json }, "POST")).toBe(403);
  });

  it.each([
    "/index.html",
    "/notes.txt",
    "/assets/main-1a2b.js.map",
    "/assets/../notes.txt",
    "/?a",
    "/assets",
  ])("has no %s", async (path) => {
    const test = await withPage();
    expect((await test.send(request(test, path, { headers: bears(undefined) }))).status).toBe(401);
    expect((await test.send(request(test, path, {}))).status).toBe(404);
  });

  it("gets its code from whoever may do everything, and from nobody else", async () => {
    const test = await withPage(["view", "approve", "control", "admin"]);
    const ask = (headers: Headers) => test.send(request(test, "/code", { method: "POST", headers }));
    expect((await ask({ ...json, ...bears(undefined) })).status).toBe(401);
    expect((await ask({ ...json, ...bears(wrong) })).status).toBe(401);
    expect((await ask({ ...json, origin: `http://${evil}` })).status).toBe(403);
    expect((await ask({ ...json, "content-type": "text/plain" })).status).toBe(415);
    const answer = await ask(json);
    expect(answer.status).toBe(200);
    expect(answer.head).toMatch(/"code":"[\w-]{43}"/);
    const small = await withPage(["view", "approve", "control"]);
    expect((await small.send(request(small, "/code", { method: "POST", headers: json }))).status).toBe(403);
  });

  it("bears its token in a plain request too, which has no origin, and no program does", async () => {
    const test = await withPage();
    const token = new PageTokens("of the host").issue(test.api.url, ["view"]);
    const bearer = { authorization: `Bearer ${token}` };
    const own = { ...bearer, "sec-fetch-site": "same-origin" };
    expect((await test.send(request(test, "/health", { headers: own }))).status).toBe(200);
    const none = { ...bearer, "sec-fetch-site": "none" };
    expect((await test.send(request(test, "/health", { headers: none }))).status).toBe(401);
    expect((await test.send(request(test, "/health", { headers: bearer }))).status).toBe(401);
  });

  it("is none without an index.html", async () => {
    await expect(readApp(await temporaryDirectory())).rejects.toThrow(TypeError);
  });
});

describe("a token of a page", () => {
  const pageTokens = new PageTokens("of the host");

  it("says what it opens, to the host that made it and to the next with the same token", () => {
    const token = pageTokens.issue(ours, ["view", "approve"]);
    const holder = { name: `page ${ours}`, scopes: ["view", "approve"] };
    expect(new PageTokens("of the host").holder(token, ours)).toEqual(holder);
    expect(new PageTokens("of another").holder(token, ours)).toBeUndefined();
  });

  it("opens nothing once a bit of it is another", () => {
    const bytes = Buffer.from(pageTokens.issue(ours, ["view"]), "base64url");
    for (const at of bytes.keys()) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] ?? 0) ^ 8;
      expect(pageTokens.holder(forged.toString("base64url"), ours)).toBeUndefined();
    }
  });
});

describe("the origin of a page that was turned away", () => {
  it.each(["http://localhost:5173", `http://${evil}`, "https://[::1]:8443", "http://192.168.1.7"])(
    "is noted where it is one: %s",
    (origin) => expect(originOf(origin)).toBe(origin),
  );

  it.each([
    undefined,
    "",
    "null",
    "http://a/secret",
    "http://a?token=x",
    "http://user:secret@a",
    "http://A.example",
    "http://a example",
    "http://a\u2028b",
    "javascript://a",
    "http://a:999999",
    `http://${"a".repeat(64)}.example`,
    `http://${"a.".repeat(60)}example`,
  ])("is not, where it is none or could be anything: %j", (origin) =>
    expect(originOf(origin)).toBeUndefined(),
  );
});

it("lets a registered page ask whether it may, and tells it no more", async () => {
  const test = await setting();
  const headers = { origin: ours, ...bears(undefined) };
  const answer = await test.send(request(test, "/health", { method: "OPTIONS", headers }));
  expect(answer.status).toBe(204);
  expect(test.served).toEqual([]);
});

it("a token that is taken back is refused from then on, and what is open under it ends", async () => {
  const tokens = new Tokens();
  const token = tokens.issue({ name: "a", scopes: ["view"] });
  const holder = tokens.holder(token);
  expect(holder).toMatchObject({ name: "a", scopes: ["view"] });
  tokens.revoke(token);
  expect(holder?.revoked.aborted).toBe(true);
  expect(tokens.holder(token)).toBeUndefined();
});

describe("connections", () => {
  async function opened(port: number, count: number): Promise<readonly Socket[]> {
    const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1"));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.on("error", () => undefined);
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return sockets;
  }

  it("of one address are limited; those that were there first stay", async () => {
    const test = await setting(["view"], testClock());
    const [first, ...others] = await opened(test.port, 128);
    expect((await test.send(request(test, "/ws", {}))).status).toBe(429);
    expect(test.served).toEqual([]);
    first?.write(request(test, "/health", {}));
    const [answer] = first ? await once(first, "data") : [];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
    const [other] = others;
    other?.destroy();
    if (first) await once(first, "close");
    expect((await test.send(request(test, "/ws", {}))).status).toBe(101);
  });

  it("that say nothing for five seconds are ended", async () => {
    const clock = testClock();
    const test = await setting(["view"], clock);
    const [silent] = await opened(test.port, 1);
    // A later connection was answered: the first one was taken in before it.
    expect((await test.send(request(test, "/health", {}))).status).toBe(200);
    clock.advance(5_000);
    const [answer] = silent ? await once(silent, "data") : [];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408/);
  });
});
