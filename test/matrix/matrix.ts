import { afterAll, expect, test } from "vitest";
import { patienceMs, playCell, type Verdict } from "./cell.ts";
import { type CliName, clis } from "./clis.ts";
import { resultsOf, writeResults } from "./results.ts";
import { scenarios } from "./scenarios.ts";

/**
 * One column: plays every scenario on the CLI, and compares with what the page was made of. With `MATRIX_WRITE` set it
 * records that instead.
 */
export function matrixColumn(name: CliName): void {
  const { version } = clis[name];
  const seen = new Map<string, Verdict>();

  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    `${name} ${version}: %s`,
    async (row, scenario) => {
      seen.set(row, await playCell(name, scenario));
    },
    patienceMs(name) + 30_000,
  );

  if (process.env.MATRIX_WRITE) {
    afterAll(() => writeResults(name, seen));
    return;
  }
  test(`${name} ${version}: the page was made of what came out`, async () => {
    const recorded = await resultsOf(name);
    expect(recorded.version).toBe(version);
    for (const [row, verdict] of seen) expect(recorded.cells[row], row).toEqual(verdict);
  });
}
