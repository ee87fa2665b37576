import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryOf, fixtureOf, linesOf, readFixture } from "./fixture.ts";
import { fixturePath, writeFixture } from "./write-fixture.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lab-fixtures-"));
});
afterAll(() => rm(root, { recursive: true }));

test("a fixture and its events stand side by side, one line each for what can change", async () => {
  const place = { root, cli: "claude", version: "1.2.3", name: "01-hello" };
  const fixture = fixtureOf([entryOf("stdin", '{"a":1}'), entryOf("stdout", '{"b":2}')]);
  await writeFixture(place, fixture, (recorded) =>
    linesOf(recorded.entries, "stdout").map((line) => ({ line })),
  );

  expect(await readFile(fixturePath(place), "utf8")).toBe(
    '{"dir":"stdin","data":{"a":1}}\n{"dir":"stdout","data":{"b":2}}\n',
  );
  expect((await readFixture(fixturePath(place))).stdout).toBe('{"b":2}\n');
  expect(await readFile(join(root, "claude/1.2.3/01-hello.events.json"), "utf8")).toBe(
    '[\n{"line":"{\\"b\\":2}"}\n]\n',
  );
  expect(await readdir(join(root, "claude/1.2.3"))).toEqual(["01-hello.events.json", "01-hello.ndjson"]);
});
