import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa, type ResultPromise } from "execa";
import type { Page } from "../../packages/host/node_modules/playwright-core/index.js";
import { openChromium } from "../../packages/host/test/chromium.ts";
import { addExample, type Consumer, root } from "./consumer.ts";

/** The example's page in a real browser, on a host of the packed CLI: what each of them is asked to do, and then done with. */
export interface Remote extends AsyncDisposable {
  readonly page: Page;
  /** A link to the page that is good once. */
  link(): string;
  /** What the page wrote into its console, and what went wrong in it. */
  readonly seen: string[];
  killHost(): Promise<void>;
  startHost(): Promise<void>;
}

/** The versions that examples ask for, of what they need besides ours. */
export async function exampleNeeds(...names: readonly string[]): Promise<Record<string, string>> {
  const needs: Record<string, string> = {};
  for (const name of names) {
    const text = await readFile(join(root, "examples", name, "package.json"), "utf8");
    const { devDependencies } = JSON.parse(text) as { devDependencies: Record<string, string> };
    for (const [dependency, version] of Object.entries(devDependencies))
      if (!dependency.startsWith("@nucleic/")) needs[dependency] = version;
  }
  return needs;
}

export async function openRemote(packed: Consumer): Promise<Remote> {
  await using undo = new AsyncDisposableStack();
  const example = await addExample(packed, "custom-frontend-remote");
  const nucleic = join(packed.dir, "node_modules/@nucleic/cli/dist/cli.js");
  const project = await newProject(packed.dir);
  const tokenFile = join(packed.dir, "page token");
  const env = { ...process.env, NUCLEIC_HOME: join(packed.dir, "remote data"), HOME: packed.dir };
  const options = { cwd: packed.dir, env, extendEnv: false } as const;
  await execa(process.execPath, [nucleic, "project", "add", project], options);

  // As `npm start` of the example has it, at a port that is free here.
  const esbuild = join(packed.dir, "node_modules/.bin/esbuild");
  const flags = ["--bundle", "--format=esm", "--target=es2022", "--outdir=www", "--servedir=www"];
  const pages = execa(esbuild, ["main.ts", ...flags, "--serve=127.0.0.1:0"], { cwd: example, reject: false });
  undo.defer(() => end(pages, "SIGTERM"));
  const origin = (await lineWith(pages, /Local: +(http:\S+?)\/?$/, "stderr")) ?? "";

  let port = "0";
  let link = "";
  let host: ResultPromise | undefined;
  const startHost = async () => {
    const args = [nucleic, "serve", "--origin", origin, "--open-link", "--port", port];
    args.push("--token-file", tokenFile);
    host = execa(process.execPath, args, { ...options, reject: false });
    link = await lineWith(host, /^open (http:\S+)/, "stdout");
    const { hash } = new URL(link);
    port = new URL(new URLSearchParams(hash.slice(1)).get("host") ?? "").port;
  };
  const killHost = async (signal: NodeJS.Signals = "SIGKILL") => {
    if (host) await end(host, signal);
  };
  undo.defer(() => killHost("SIGTERM"));
  await startHost();

  const browser = await openChromium();
  undo.defer(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const seen: string[] = [];
  page.on("console", (message) => seen.push(message.text()));
  page.on("pageerror", (error) => seen.push(String(error)));
  await page.goto(link);
  const all = undo.move();
  const dispose = () => all.disposeAsync();
  return { page, link: () => link, seen, killHost, startHost, [Symbol.asyncDispose]: dispose };
}

/** A repository with a commit. */
export async function newProject(beside: string, name = "remote project"): Promise<string> {
  const path = join(beside, name);
  await mkdir(path);
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=n", "-c", "user.email=n@n", ...args], { cwd: path });
  await git("init", "-q");
  await git("commit", "-q", "--allow-empty", "-m", "Begin");
  return path;
}

/** What the expression has found in the first line that it is true of. */
export async function lineWith(
  child: ResultPromise,
  what: RegExp,
  from: "stdout" | "stderr",
): Promise<string> {
  const input = child[from];
  if (input === null || input === undefined) throw new TypeError(`there is no ${from}`);
  const lines: string[] = [];
  for await (const line of createInterface({ input })) {
    lines.push(line);
    const [, found] = what.exec(line) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`it ended without a word: ${lines.join("\n")}`);
}

export async function end(child: ResultPromise, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await child;
}
