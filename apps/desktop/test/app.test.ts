import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { openPage, seriousFaults } from "./page.ts";
import { openStage, type Stage } from "./stage.ts";

// The page as it was built, in a real browser, at a real host.

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([openChromium(), openStage()]);
});

afterAll(async () => {
  await browser?.close();
  await stage?.[Symbol.asyncDispose]();
});

test("a link lets the page in, its code leaves the address, and the board shows sessions as they begin", async () => {
  const { page, context, complaints } = await openPage(browser, stage);
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  expect(page.url()).not.toContain("code");
  await stage.start("Reject days that do not exist");
  await page.getByRole("link", { name: /Reject days that do not exist/ }).waitFor();
  await page.getByText("Needs approval").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.reload();
  await page.getByText("Needs approval").waitFor();
  await context.close();
});

test("without a link a page is told how to get one", async () => {
  const page = await browser.newPage();
  await page.goto(stage.host.address?.url ?? "");
  await page.getByText("nucleic open").waitFor();
  await page.close();
});
