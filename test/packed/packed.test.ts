import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addExample, type Consumer, consumer, oldestNode } from "./consumer.ts";

let packed: Consumer;
let nodes: readonly string[];

beforeAll(async () => {
  [packed, nodes] = await Promise.all([
    consumer(),
    oldestNode().then((oldest) => [process.execPath, oldest]),
  ]);
}, 300_000);
afterAll(() => packed?.[Symbol.asyncDispose]());

test.each([0, 1])("every entry of every package loads from its tarball (node %#)", async (which) => {
  const entries = packed.packages.filter((p) => p !== "@nucleic/cli");
  const script = join(packed.dir, "load.mjs");
  const more = ["@nucleic/protocol/core", "@nucleic/protocol/testing"];
  await writeFile(script, [...entries, ...more].map((e) => `await import("${e}");\n`).join(""));
  const { stdout, stderr } = await execa(nodes[which] ?? "", [script], { cwd: packed.dir });
  expect([stdout, stderr]).toEqual(["", ""]);
});

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

// The driver stands outside the workspace too: lab, process and adapter all come from their tarballs.
const driver = `
import { realCli, scriptedModel } from "@nucleic/lab";
import { decodeUtf8, localProcessHost } from "@nucleic/process";
const scenario = { name: "embed", replies: [[{ call: "Bash", input: { command: "echo made > made.txt" } }], [{ say: "Made it." }]] };
await using model = await scriptedModel({ api: "anthropic-messages", scenario });
const claude = await realCli("claude", "2.1.332");
await using home = await claude.environment({ baseUrl: model.url, extra: { NUCLEIC_CLAUDE: claude.path } });
const spec = { command: process.execPath, args: [process.argv[2], "Make it"], cwd: process.argv[3], env: home.env, runId: "embed" };
const child = localProcessHost().spawn(spec);
for await (const { bytes } of child.lines) {
  const line = decodeUtf8(bytes);
  console.log(line);
  if (line.startsWith("Bash {")) await child.writeLine("y");
}
const exit = await child.exited;
process.stderr.write(exit.stderrTail);
process.exitCode = exit.code ?? 1;
`;

test("the embedding example drives the real Claude Code from the tarballs", {
  timeout: 120_000,
}, async () => {
  const example = await addExample(packed, "embed-claude");
  const project = join(packed.dir, "project");
  await mkdir(project);
  await writeFile(join(packed.dir, "driver.mjs"), driver);
  const args = [join(packed.dir, "driver.mjs"), join(example, "index.ts"), project];
  const { stdout, stderr, exitCode } = await execa(process.execPath, args, {
    cwd: packed.dir,
    reject: false,
  });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toContain("Made it.");
  expect(await readFile(join(project, "made.txt"), "utf8")).toBe("made\n");
});
