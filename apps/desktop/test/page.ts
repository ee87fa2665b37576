import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Stage } from "./stage.ts";

export interface OpenPageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
}

/** A page of the host, let in by a link, and everything that its browser has complained of. */
export async function openPage(
  browser: Browser,
  stage: Stage,
  { width = 1280, height = 800, theme = "light" }: OpenPageOptions = {},
): Promise<{ readonly page: Page; readonly context: BrowserContext; readonly complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
    hasTouch: width < 720,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(stage.link());
  return { page, context, complaints };
}

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or worse, as the rule and the elements. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  // As a tool of the browser's developer would: the page's own policy lets nothing in.
  await page.evaluate(await axeSource);
  const faults = await page.evaluate(`axe.run(document, { resultTypes: ["violations"] })`);
  const { violations } = faults as {
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }[];
  };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`,
    );
}
