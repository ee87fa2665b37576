import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { type KnownCli, knownClis } from "../cli/known-clis.ts";
import { reasonAgainst } from "./reason-against.ts";
import type { RecorderName } from "./recorder-name.ts";
import { type Recorder, recorders } from "./recorders.ts";
import type { Recording } from "./recording.ts";

const root = join(import.meta.dirname, "../../../../fixtures");

const all: readonly Recording[] = await Promise.all(
  globSync(join(root, "scenarios/*.ts"))
    .sort()
    .map(async (path) => (await import(path)).recording),
);
const names = Object.keys(recorders) as RecorderName[];

test.for(names)("%s has a fixture of every scenario, or there is a reason why not", (name) => {
  const { cli, folder }: Recorder = recorders[name];
  const { testedVersions }: KnownCli = knownClis[cli];
  const expected = all
    .filter((recording) => reasonAgainst(recording, name) === undefined)
    .map((recording) => recording.name);
  for (const version of testedVersions) {
    const found = globSync("*.ndjson", { cwd: join(root, folder, version) }).sort();
    expect(found.map((file) => basename(file, ".ndjson"))).toEqual(expected);
  }
});

test("a scenario is named after its file, and a reason is a sentence", () => {
  const files = globSync("*.ts", { cwd: join(root, "scenarios") }).sort();
  expect(all.map(({ name }) => `${name}.ts`)).toEqual(files);
  for (const recording of all)
    for (const name of names) expect(reasonAgainst(recording, name) ?? "a reason").toMatch(/\w \w/);
});
