import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Consumer, consumer, oldestNode } from "./consumer.ts";

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
