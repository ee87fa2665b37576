import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Verdict } from "./cell.ts";
import { type CliName, clis } from "./clis.ts";
import { scenarios } from "./scenarios.ts";

/** A column as it came out when it was last recorded. */
export interface Results {
  readonly version: string;
  /** By scenario. One that is not here was not played. */
  readonly cells: Readonly<Record<string, Verdict>>;
}

const fileOf = (name: CliName) => join(import.meta.dirname, "results", `${name}.json`);

/** What was recorded of a CLI; no cells where nothing was. */
export async function resultsOf(name: CliName): Promise<Results> {
  const text = await readFile(fileOf(name), "utf8").catch(() => undefined);
  return text === undefined ? { version: clis[name].version, cells: {} } : JSON.parse(text);
}

/** Records what was seen; what was not played again stays as it was, of the same version. */
export async function writeResults(name: CliName, seen: ReadonlyMap<string, Verdict>): Promise<void> {
  const before = await resultsOf(name);
  const { version } = clis[name];
  const kept = before.version === version ? before.cells : {};
  const cells = scenarios.flatMap(({ name: row }) => {
    const verdict = seen.get(row) ?? kept[row];
    return verdict ? [[row, verdict] as const] : [];
  });
  const results: Results = { version, cells: Object.fromEntries(cells) };
  await writeFile(fileOf(name), `${JSON.stringify(results, undefined, 2)}\n`);
}
