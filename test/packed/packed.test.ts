import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveRemotely } from "./approver.ts";
import { addExample, type Consumer, consumer, oldestNode, root } from "./consumer.ts";
import { exampleNeeds, newProject, openRemote } from "./remote.ts";

let packed: Consumer;
let nodes: readonly string[];

beforeAll(async () => {
  [packed, nodes] = await Promise.all([
    exampleNeeds("custom-frontend-remote", "new-adapter").then(consumer),
    oldestNode().then((oldest) => [process.execPath, oldest]),
  ]);
}, 300_000);
afterAll(() => packed?.[Symbol.asyncDispose]());

test.each([0, 1])("every entry of every package loads from its tarball (node %#)", async (which) => {
  const entries = (await Promise.all(packed.packages.map(entriesOf))).flat();
  const script = join(packed.dir, "load.mjs");
  await writeFile(script, entries.map((e) => `await import("${e}");\n`).join(""));
  const { stdout, stderr } = await execa(nodes[which] ?? "", [script], { cwd: packed.dir });
  expect([stdout, stderr]).toEqual(["", ""]);
});

/** What a package can be imported by; an app by nothing. */
async function entriesOf(name: string): Promise<string[]> {
  const manifest = await readFile(join(packed.dir, "node_modules", name, "package.json"), "utf8");
  const { exports } = JSON.parse(manifest) as { exports: Record<string, unknown> };
  return Object.keys(exports).flatMap((key) => (key.endsWith(".json") ? [] : [join(name, key)]));
}

test.each([0, 1])("the installed nucleic answers (node %#)", async (which) => {
  const cli = join(packed.dir, "node_modules/@nucleic/cli/dist/cli.js");
  const { exitCode } = await execa(nodes[which] ?? "", [cli, "--version"], { reject: false });
  expect(exitCode).toBe(0);
});

// What runs in a thread of its own is a file beside the others: it has to be in the tarball, and found there.
const searching = `
import { scriptedBackend } from "@nucleic/protocol/testing";
import { openRuntime } from "@nucleic/runtime";
const backend = scriptedBackend({ scenario: { name: "one", replies: [[{ say: "Mended the cart." }]] } });
const dataDir = process.argv[2];
const runtime = await openRuntime({ dataDir, backends: [backend] });
const { id: projectId } = await runtime.projects.ensure({ rootPath: dataDir, name: "demo", defaultBranch: "main" });
const session = await runtime.createSession({ projectId, backend: "scripted", title: "t", workspace: { cwd: dataDir }, input: "go" });
for await (const event of session.subscribe()) if (event.kind === "turnCompleted") break;
await session.close();
const { rebuilt } = await runtime.rebuild();
const { hits } = await runtime.search("cart");
await runtime.close();
console.log(JSON.stringify([rebuilt, hits.map((hit) => hit.snippet.text)]));
`;

test.each([0, 1])("search and rebuild find their worker thread in the tarball (node %#)", async (which) => {
  const script = join(packed.dir, "searching.mjs");
  await writeFile(script, searching);
  const dataDir = join(packed.dir, `data ${which}`);
  const { stdout, stderr } = await execa(nodes[which] ?? "", [script, dataDir], { cwd: packed.dir });
  expect({ stdout, stderr }).toEqual({ stdout: '[1,["Mended the cart."]]', stderr: "" });
});

// The driver stands outside the workspace too: lab, process and adapters all come from their tarballs. It starts an
// example in a folder, with these CLIs on scripted models, and answers yes to whatever is asked.
const driver = `
import { knownClis, realCli, scriptedModel } from "@nucleic/lab";
import { decodeUtf8, localProcessHost } from "@nucleic/process";
const [example, cwd, ...clis] = process.argv.slice(2);
const replies = [[{ call: "Bash", input: { command: "echo made > made.txt" } }], [{ say: "Made it." }]];
let env = {};
for (const name of clis) {
  const model = await scriptedModel({ api: knownClis[name].api, scenario: { name: "embed", replies } });
  const cli = await realCli(name, knownClis[name].testedVersions.at(-1));
  const home = await cli.environment({ baseUrl: model.url, extra: { ["NUCLEIC_" + name.toUpperCase()]: cli.path } });
  env = { ...env, ...home.env };
}
const child = localProcessHost().spawn({ command: process.execPath, args: [example, "Make it"], cwd, env, runId: "embed" });
for await (const { bytes } of child.lines) {
  const line = decodeUtf8(bytes);
  console.log(line);
  if (/^(?:.*: )?Bash \\{/.test(line)) await child.writeLine("y");
}
const exit = await child.exited;
process.stderr.write(exit.stderrTail);
process.exit(exit.code ?? 1);
`;

async function runExample(name: string, clis: readonly string[], project: string) {
  const example = await addExample(packed, name);
  await writeFile(join(packed.dir, "driver.mjs"), driver);
  const args = [join(packed.dir, "driver.mjs"), join(example, "index.ts"), project, ...clis];
  return execa(process.execPath, args, { cwd: packed.dir, reject: false });
}

test("one example drives the real Claude Code from the tarballs", { timeout: 120_000 }, async () => {
  const project = join(packed.dir, "project");
  await mkdir(project);
  const { stdout, stderr, exitCode } = await runExample("embed-claude", ["claude"], project);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toContain("Made it.");
  expect(await readFile(join(project, "made.txt"), "utf8")).toBe("made\n");
});

test("another drives the real Claude Code and the real Codex side by side, each in its worktree", {
  timeout: 120_000,
}, async () => {
  const project = join(packed.dir, "both");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=n", "-c", "user.email=n@n", ...args], { cwd: project });
  await mkdir(project);
  await git("init", "-q");
  await git("commit", "-q", "--allow-empty", "-m", "Begin");
  const { stdout, stderr, exitCode } = await runExample("embed-both", ["claude", "codex"], project);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const ends = [...stdout.matchAll(/worked in (.*), on the branch/g)].map(([, path]) => path ?? "");
  expect(ends).toHaveLength(2);
  for (const path of ends) expect(await readFile(join(path, "made.txt"), "utf8")).toBe("made\n");
  expect(stdout.match(/■ completed/g)).toHaveLength(2);
  expect(stdout).toMatch(/● claude .*\n/);
  expect(stdout).toMatch(/│ ● codex/);
});

test("the worktrees alone: created, looked at, merged, in conflict, removed and brought back", async () => {
  const example = await addExample(packed, "worktrees-only");
  const cwd = join(packed.dir, "alone");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=n", "-c", "user.email=n@n", ...args], { cwd });
  await mkdir(cwd);
  await git("init", "-q", "-b", "trunk");
  await git("commit", "-q", "--allow-empty", "-m", "Begin");
  // Said in the repository: nothing else of this machine says who commits.
  await git("config", "user.name", "n");
  await git("config", "user.email", "n@n");
  const { stdout, stderr } = await execa(process.execPath, [join(example, "index.ts")], { cwd });
  expect(stderr).toBe("");
  expect(stdout.split("\n").slice(2)).toEqual([
    "would conflict: greeting.txt",
    "hello: integrated",
    "moin: conflicted",
    expect.stringContaining("greeting.txt: "),
    expect.stringMatching(/^removed, kept at refs\/nucleic\/archive\//),
    "back: greeting.txt",
  ]);
  expect(await readFile(join(cwd, "greeting.txt"), "utf8")).toBe("Hello\n");
  expect((await git("worktree", "list")).stdout.split("\n")).toHaveLength(1);
});

const greets = { effect: "allow", command: "node nucleic-demo.mjs Ada" };

test.each([
  ["the policy's own rules", [greets], 0, "Hello and welcome, Ada"],
  ["what no rule allows denied", [], 3, "was not allowed to run it"],
])("a job with nobody there: %s", async (_what, rules, exitCode, said) => {
  const example = await addExample(packed, "headless-job");
  const dir = await mkdtemp(join(packed.dir, "job "));
  const [project, out, policy] = ["repository", "out", "policy.json"].map((name) => join(dir, name));
  await writeFile(policy ?? "", JSON.stringify({ version: 1, rules }));
  const cwd = await newProject(dir, "repository");
  expect(cwd).toBe(project);
  const PATH = `${join(packed.dir, "node_modules/.bin")}:${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, HOME: dir, out, policy };
  const job = [join(example, "job.sh"), ["Greet people", "demo"]] as const;
  const { exitCode: code } = await execa(...job, { cwd, env, extendEnv: false, reject: false });
  expect(code).toBe(exitCode);
  expect(await readFile(join(out ?? "", "said.txt"), "utf8")).toContain(said);
  await execa("git", ["apply", "--index", join(out ?? "", "work.patch")], { cwd });
  expect((await execa("git", ["status", "--short"], { cwd })).stdout).toBe("A  nucleic-demo.mjs");
});

test("a new adapter keeps the contract", { timeout: 180_000 }, async () => {
  const cwd = await addExample(packed, "new-adapter");
  const vitest = join(packed.dir, "node_modules/.bin/vitest");
  const env = { NO_COLOR: "1" };
  const { stdout, stderr, exitCode } = await execa(vitest, ["run"], { cwd, env, reject: false });
  expect({ stderr, exitCode }, stdout).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toMatch(/Tests +41 passed \(41\)/);
});

test("a frontend of one's own on the runtime: killed while its agent asks, it takes the session up again", {
  timeout: 180_000,
}, async () => {
  const example = await addExample(packed, "custom-frontend-inprocess");
  const project = join(packed.dir, "frontend project");
  await mkdir(project);
  const script = join(packed.dir, "drive-frontend.mjs");
  await cp(join(import.meta.dirname, "drive-frontend.mjs"), script);
  const args = [script, join(example, "index.ts"), project, join(packed.dir, "frontend data")];
  const { stdout, stderr } = await execa(process.execPath, args, { cwd: packed.dir, reject: false });
  expect(stderr).toBe("");
  const { denied, killed, listed, resumed, interrupted, after } = JSON.parse(stdout) as Record<string, Shown>;

  expect(denied).toMatchObject({ end: 0, stderr: "" });
  expect(denied?.lines).toEqual(expect.arrayContaining(["  deny by person", "Then not."]));
  expect(killed).toMatchObject({ end: "SIGKILL" });
  expect(listed?.lines.join("\n")).toMatch(/ interrupted: Write another$/m);
  expect(resumed).toMatchObject({ end: 0, stderr: "" });
  expect(resumed?.lines.filter((line) => / by /.test(line))).toEqual([
    "  deny by abandoned",
    "  allow by person",
  ]);
  expect(resumed?.lines).toContain("Made it.");
  expect(interrupted).toMatchObject({ end: 0, stderr: "" });
  // What it had said by then may have been on its way yet.
  expect(interrupted?.lines.at(-1)).toBe("■ interrupted");
  expect(after?.lines.map((line) => line.slice(line.indexOf(" ")))).toEqual([
    " finished: Tell a story",
    " finished: Write another",
    " finished: Write it",
  ]);
  expect(await readdir(project)).toEqual(["hello.txt"]);
});

test("a page of one's own on a host: it starts, allows, denies and interrupts, and outlives a reload and the host", {
  timeout: 180_000,
}, async () => {
  await using remote = await openRemote(packed);
  const { page, killHost, startHost } = remote;
  const used = remote.link();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const says = (text: string | RegExp) => page.getByText(text).last().waitFor();
  const task = async (text: string) => {
    await page.locator("#task").fill(text);
    await press("Start");
    await press("Nautical");
    await page.getByRole("button", { name: "Nautical", exact: true }).waitFor({ state: "detached" });
  };

  await says("connected");
  expect(page.url()).not.toContain("#");
  await page.locator("#backend").selectOption("demo");

  await task("Greet <img src=x onerror=alert(1)>");
  // The whole of what is asked is there before it is allowed, and what a person or an agent wrote is text.
  expect(await page.locator("article pre").last().textContent()).toMatch(/"tool": "Write"[\s\S]*Ahoy/);
  expect(await page.locator("article").last().textContent()).toMatch(/\[write/);
  expect(await page.locator("img").count()).toBe(0);
  for (const _ of [1, 2]) {
    const shown = await page.locator("article pre").first().textContent();
    await page.getByRole("button", { name: "Allow", exact: true }).first().click();
    await expect.poll(() => page.locator("article pre").allTextContents()).not.toContain(shown);
  }
  await says("■ completed");
  await says(/and it says: Ahoy, Ada/);

  await task("Greet again");
  await page.reload();
  await press("Deny");
  await says("The change was not allowed, so I left everything as it was.");

  await task("Greet for ever");
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
  await press("Interrupt");
  await says("■ interrupted");

  await task("Greet to the end");
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
  await killHost();
  await says("no connection");
  await startHost();
  await says("connected");
  await says("interrupted: Greet to the end");
  await expect.poll(() => page.getByRole("button", { name: "Allow", exact: true }).count()).toBe(0);

  const other = await page.context().newPage();
  for (const [link, answer] of [
    [page.url(), "this page was not let in"],
    [used, "this page was not let in"],
    [remote.link(), "connected"],
  ] as const) {
    await other.goto("about:blank");
    await other.goto(link);
    await other.getByText(answer, { exact: true }).waitFor();
    expect(other.url()).toBe(page.url());
  }

  await execa(join(root, "node_modules/.bin/tsc"), ["-p", "custom-frontend-remote"], { cwd: packed.dir });
  expect(remote.seen.filter((text) => !/ERR_CONNECTION_REFUSED|status of 401/.test(text))).toEqual([]);
});

test("a policy on another machine answers, and signs what it answers", { timeout: 120_000 }, async () => {
  const { said, resolved, audit } = await approveRemotely(packed);
  expect(said.filter((line) => /^(?:allow|deny) /.test(line))).toEqual([
    expect.stringMatching(/^allow .*nucleic-demo\.mjs.* rules\[0\]/),
    expect.stringMatching(/^deny .*node nucleic-demo\.mjs Ada .*runs nothing/),
  ]);
  expect(resolved).toMatchObject([
    { decision: { kind: "allow" }, decidedBy: { by: "person" } },
    { decision: { kind: "deny", message: expect.stringContaining("runs nothing") } },
  ]);
  expect(audit.map(({ proof }) => proof)).toEqual(["signed", "signed"]);
});

interface Shown {
  readonly lines: readonly string[];
  readonly end: number | string;
  readonly stderr: string;
}
