import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { openChromium } from "../../../host/test/chromium.ts";
import { keyStoreContract } from "../../src/testing/key-store-contract.ts";

/** The page's script, as a frontend would bundle it. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "browser-page.ts")],
    ...{ bundle: true, write: false, format: "esm", platform: "browser", target: "es2022" },
    conditions: ["@nucleic/source"],
  });
  return outputFiles[0]?.text ?? "";
}

/** Loopback is a secure context, as WebCrypto asks for; the policy is as strict as a page of ours has. */
async function serve(code: string) {
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-security-policy", "default-src 'none'; script-src 'self'");
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? code : `<!doctype html><script type="module" src="/page.js"></script>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Page {
  meet(): Promise<Record<string, string>>;
  keep(secret: string): Promise<string>;
  find(): Promise<string | undefined>;
}

test("a real browser's key store does all that one has to, and its key cannot be read out", async () => {
  await using server = await serve(await script());
  const browser = await openChromium();
  try {
    const context = await browser.newContext();
    const open = async () => {
      const page = await context.newPage();
      await page.goto(server.url);
      await page.waitForFunction(() => "meet" in globalThis);
      return page;
    };
    const page = await open();
    const outcomes = await page.evaluate(() => (globalThis as unknown as Page).meet());
    expect(outcomes).toEqual(Object.fromEntries(keyStoreContract.map(({ name }) => [name, "met"])));
    const read = await page.evaluate(() => (globalThis as unknown as Page).keep("a secret"));
    expect(read).toBe("InvalidAccessError");
    await page.close();
    const again = await open();
    expect(await again.evaluate(() => (globalThis as unknown as Page).find())).toBe("a secret");
  } finally {
    await browser.close();
  }
});
