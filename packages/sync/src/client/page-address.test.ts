import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { type PageContext, pageAddress } from "./page-address.ts";

/** A server that takes one code, once; what it was asked, and where it is. */
async function host(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    asked.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`);
    const isGood = body === '{"code":"good"}' && asked.length === 1;
    response.writeHead(isGood ? 200 : 401, { "content-type": "application/json" });
    response.end(isGood ? '{"token":"of the page"}' : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, asked };
}

/** A page at that fragment, in a tab that keeps what `kept` has. */
function page(fragment: Readonly<Record<string, string>>, kept = new Map<string, string>()) {
  const replaced: string[] = [];
  const context: PageContext = {
    location: { hash: `#${new URLSearchParams(fragment)}`, pathname: "/app", search: "?a" },
    history: { replaceState: (_state, _unused, url) => void replaced.push(url) },
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  };
  return { context, replaced, kept };
}

test("changes the code of a link for a token, once, and keeps that in the tab", async () => {
  const { url, asked } = await host();
  const opened = page({ host: url, code: "good" });
  const address = pageAddress(opened.context);
  // Before anything is waited for.
  expect(opened.replaced).toEqual(["/app?a"]);
  expect(await address).toEqual({ url, token: "of the page" });
  expect(asked).toEqual(['POST /page application/json {"code":"good"}']);
  expect(await pageAddress(page({}, opened.kept).context)).toEqual({ url, token: "of the page" });
  expect(asked).toHaveLength(1);
});

test("says where a code is not taken, and forgets what an earlier link had given", async () => {
  const { url } = await host();
  const kept = new Map([["nucleic", '{"url":"x","token":"y"}']]);
  await expect(pageAddress(page({ host: url, code: "bad" }, kept).context)).rejects.toMatchObject({
    code: "unauthorized",
    hint: expect.stringContaining("new link"),
  });
  expect(kept.size).toBe(0);
});

test.each(["https://attacker.example", "http://127.0.0.1.attacker.example:80", "http://127.0.0.1:1@a:2", ""])(
  "follows no link to a host of somebody else: %s",
  async (url) => {
    const opened = page({ host: url, code: "good" });
    await expect(pageAddress(opened.context)).rejects.toMatchObject({ code: "unauthorized" });
    expect(opened.replaced).toEqual(["/app?a"]);
  },
);

test("says that there is no link, and that no host is there", async () => {
  await expect(pageAddress(page({}).context)).rejects.toMatchObject({ code: "unauthorized" });
  const gone = page({ host: "http://127.0.0.1:1", code: "good" });
  await expect(pageAddress(gone.context)).rejects.toMatchObject({ code: "unreachable" });
});
