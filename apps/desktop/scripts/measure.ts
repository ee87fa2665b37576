// How fast the page is: a session of 100,000 records opened from the board, and ten sessions that stream at once. Prints a
// table; docs: bench/PAGE.md.   pnpm --filter @nucleic/desktop run measure   (builds nothing: `pnpm run build` first)
import { loadavg } from "node:os";
import { type Model, scriptedBackend } from "@nucleic/protocol/testing";
import type { Browser, Page } from "playwright-core";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { openPage } from "../test/page.ts";
import { openStage } from "../test/stage.ts";
import { lastWords, writeSessions } from "./long-session.ts";
import { type Tasks, tasksWhile } from "./trace-tasks.ts";

const counts = { short: 500, long: 100_000 };
const openings = 7;
const openGoalMs = 1_000;
const streams = 10;
const streamedMs = 8_000;
const taskGoalMs = 50;

async function measureOpening(browser: Browser): Promise<void> {
  await using stage = await openStage({ prepare: (dataDir) => writeSessions(dataDir, counts) });
  const { page, context } = await openPage(browser, stage);
  const seenMs: Record<keyof typeof counts, number[]> = { long: [], short: [] };
  // In turn, so that whatever else the machine does falls on both.
  for (let i = 0; i < openings; i++)
    for (const id of ["long", "short"] as const) {
      await page.evaluate(`location.hash = "#/"`);
      await page.locator(`a[href="#/session/${id}"]`).waitFor();
      seenMs[id].push(Number(await page.evaluate(`(${openCard})("${id}", "${lastWords}")`)));
    }
  await context.close();
  const [first = 0, ...later] = seenMs.long;
  const shortMs = median(seenMs.short.slice(1));
  const what = `a session of ${counts.long} records, click to last row`;
  tell(`${what}, the first that this page opens`, first, openGoalMs);
  tell(`${what}, median of ${later.length} more`, median(later), openGoalMs);
  tell(`for comparison, one of ${counts.short} records`, shortMs, openGoalMs);
  process.stdout.write(`| the long one by the short one | ${(median(later) / shortMs).toFixed(2)} | | |\n`);
}

/** In the page: clicks a card, and gives the time until a frame has been drawn with those words in it. */
const openCard = `(id, words) => new Promise((done) => {
  const begun = performance.now();
  const look = () => {
    const text = document.querySelector('section[aria-label="Transcript"]')?.innerText ?? "";
    if (!text.includes(words)) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  };
  document.querySelector('a[href="#/session/' + id + '"]').click();
  look();
})`;

async function measureStreams(browser: Browser): Promise<void> {
  const agent = scriptedBackend({ id: "claude", displayName: "Claude Code", paceMs: 20, scenario: talker });
  await using stage = await openStage({ backends: [agent] });
  const ids = await Promise.all(Array.from({ length: streams }, (_, i) => stage.start(`Talk ${i}`)));
  const { page, context } = await openPage(browser, stage);
  await page
    .locator('a[href^="#/session/"]')
    .nth(streams - 1)
    .waitFor();
  tellTasks("their board", await tasksWhile(browser, page, () => passes(page)));
  await page.evaluate(`location.hash = "#/session/${ids[0]}"`);
  await page.getByText("Part 2").first().waitFor();
  tellTasks("the transcript of one", await tasksWhile(browser, page, () => passes(page)));
  await context.close();
}

const passes = (page: Page) => page.waitForTimeout(streamedMs);

const part = (n: number) =>
  `## Part ${n}\n\nThe **totals** are read from \`src/totals.js\`, line by line, and summed in whole cents:\n\n` +
  "| input | sum |\n| --- | --- |\n| `1.10` | 110 |\n| `0.05` | 5 |\n\n" +
  "```js\nfor (const line of lines) cents += line.price * line.count;\n```\n\n";

/** Says more than anybody waits for, in one block. */
const talker: Model = () => [{ say: Array.from({ length: 400 }, (_, n) => part(n + 1)).join("") }];

function tellTasks(where: string, { longestMs, longestBusyMs, count }: Tasks): void {
  const what = `${streams} sessions stream, ${where}: longest of ${count} tasks`;
  tell(`${what}, by the clock`, longestMs, taskGoalMs);
  tell(`${what}, of the processor`, longestBusyMs, taskGoalMs);
}

function tell(what: string, ms: number, goalMs: number): void {
  const verdict = ms < goalMs ? "held" : "missed";
  process.stdout.write(`| ${what} | ${ms.toFixed(0)} ms | ${goalMs} ms | ${verdict} |\n`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const browser = await openChromium();
try {
  process.stdout.write("| what | seen | goal | |\n|---|---|---|---|\n");
  await measureOpening(browser);
  await measureStreams(browser);
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(`\nLoad of the machine at the end: ${load}.\n`);
} finally {
  await browser.close();
}
