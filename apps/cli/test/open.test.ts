import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findHost } from "@nucleic/host";
import { isAlive } from "@nucleic/process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { entry, Place } from "./cli.ts";
import { Pty } from "./pty.ts";

let place: Place;
let browser: Browser;

beforeAll(async () => {
  [place, browser] = await Promise.all([Place.make(), openChromium()]);
});

afterAll(async () => {
  await browser?.close();
  const host = place && (await findHost(place.home));
  if (host) {
    process.kill(host.pid, "SIGTERM");
    await vi.waitUntil(async () => !(await isAlive(host)), { timeout: 20_000 });
  }
  await place?.[Symbol.asyncDispose]();
});

test("open starts a host and prints a link to its page, which shows what the demo agent does", async () => {
  const { stdout, code, stderr } = await place.run(["open", "--no-browser"]);
  expect(stderr).toContain("good once");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#host=\S+&code=[\w-]{43}\n$/);
  const page = await browser.newPage();
  await page.goto(stdout.trim());
  await page.getByRole("heading", { name: "No agent has worked here yet" }).waitFor();
  const started = await place.run(["run", "--backend", "demo", "--detach", "Make the greeting friendlier"]);
  expect(started.code).toBe(0);
  await page.getByRole("link", { name: /Has a question.*Make the greeting friendlier/s }).waitFor();
  // The link was good once.
  const other = await browser.newPage();
  await other.goto(stdout.trim());
  await other.getByText("This tab needs a new link").waitFor();
});

test("a browser is given a file of the user's own, which leads on: the code is no argument of any program", async () => {
  const bin = join(place.dir, "bin");
  const given = join(place.dir, "given");
  await mkdir(bin, { recursive: true });
  await writeFile(
    join(bin, "chromium"),
    `#!/bin/sh\nprintf %s "$*" > "${given}.new" && mv "${given}.new" "${given}"\n`,
  );
  await chmod(join(bin, "chromium"), 0o755);
  const env = { ...place.env, PATH: `${bin}:${place.env.PATH}`, DISPLAY: ":0" };
  const { stdout, stderr } = await place.run(["open"], { env });
  expect(stderr).toContain("opened in your browser");
  const { code = "" } = /code=(?<code>\S+)/.exec(stdout)?.groups ?? {};
  await vi.waitUntil(() => stat(given).catch(() => undefined));
  const args = await readFile(given, "utf8");
  expect(args).toMatch(/^--app=file:/);
  expect(args).not.toContain(code);
  const file = fileURLToPath(args.replace("--app=", ""));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
});

test("the demo in the app: two agents ask there, and all of it is gone when it is ended", async () => {
  await using demo = new Pty([process.execPath, ...entry, "demo", "--open"], {
    cwd: place.dir,
    env: { ...place.env, TMPDIR: place.dir },
  });
  await demo.until("Enter for another link");
  const [link = ""] = demo.text.match(/http:\S+#host=\S+/) ?? [];
  const page = await browser.newPage();
  await page.goto(link);
  await page.getByRole("link", { name: /Has a question.*Make the greeting friendlier/s }).waitFor();
  await page.getByRole("link", { name: /Has a question.*Greet people the way sailors do/s }).waitFor();
  expect(await readdir(place.dir)).toContainEqual(expect.stringMatching(/^nucleic-demo-/));
  demo.press("\u0003");
  expect(await demo.exit()).toBe(0);
  expect(await readdir(place.dir)).not.toContainEqual(expect.stringMatching(/^nucleic-demo-/));
});
