import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CliName, clis } from "./clis.ts";
import { exceptions } from "./exceptions.ts";
import { matrixPage } from "./page.ts";
import { resultsOf } from "./results.ts";
import { scenarios } from "./scenarios.ts";

const page = join(import.meta.dirname, "../../docs/matrix.md");
const names = Object.keys(clis) as CliName[];
const rows = scenarios.map(({ name }) => name);

test.each(names)("%s: no cell is left out", async (name) => {
  const { version, cells } = await resultsOf(name);
  expect(version).toBe(clis[name].version);
  expect(Object.keys(cells).toSorted()).toEqual(rows.toSorted());
});

test.each(names)("%s: what was recorded is what the table of exceptions says", async (name) => {
  const { cells } = await resultsOf(name);
  for (const row of rows) expect(cells[row]?.verdict, row).toBe(exceptions[name][row]?.verdict ?? "works");
  expect(Object.keys(exceptions[name]).filter((row) => !rows.includes(row))).toEqual([]);
});

test("docs/matrix.md is what was recorded", async () => {
  const text = await matrixPage();
  // Written by the last step of `scripts/matrix.mjs`.
  if (process.env.MATRIX_WRITE) await writeFile(page, text);
  expect(await readFile(page, "utf8")).toBe(text);
});
