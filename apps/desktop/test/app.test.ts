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
  await page.getByRole("listitem").filter({ hasText: "Codex" }).first().waitFor();
  await page.getByRole("link", { name: "Start the first session" }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
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

test("a session is followed word by word, what is asked is answered, and a message goes on with it", async () => {
  const { page, context, complaints } = await openPage(browser, stage);
  const id = await stage.start("Explain how an order is read");
  await stage.gates.reached("explained");
  await page.getByRole("link", { name: /Explain how an order is read/ }).click();
  // What is said so far, in the middle of a sentence.
  await page.getByText("Its lines are summed").waitFor();
  expect(await page.getByText("Both go into the report").count()).toBe(0);
  expect(await page.locator("strong", { hasText: "day" }).count()).toBe(1);
  stage.gates.open("explained");
  await page.getByText("Both go into the report").waitFor();
  await page.getByText("Turn complete").waitFor();
  const composer = page.getByLabel("Message to the agent");
  await composer.fill("Reject days that do not exist");
  await composer.press("Enter");
  const card = page.getByRole("article");
  await card.getByRole("cell", { name: /function missing/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await card.getByRole("button", { name: /^Allow a$/ }).click();
  await card.getByText("node --test").first().waitFor();
  await card.getByLabel("Why not, for the agent").fill("not now");
  await card.getByRole("button", { name: "Deny" }).click();
  await page.getByText("denied").waitFor();
  const records = await stage.client.query("pastRequests", { sessionId: id });
  expect(records.requests.map(({ decision }) => decision)).toEqual([
    { kind: "allow" },
    { kind: "deny", message: "not now" },
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the inbox is gone through by keyboard, and no key answers what was not yet read", async () => {
  const { page, context, complaints } = await openPage(browser, stage, { width: 360, height: 740 });
  const ids = [await stage.start("Clean the build folders"), await stage.start("Clean the caches")];
  await stage.client.board(({ approvals }) =>
    ids.every((id) => approvals.some((one) => one.sessionId === id)),
  );
  await page.getByRole("link", { name: /Approvals/ }).click();
  await page.getByRole("button", { name: /Clean the caches/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const shown = page.getByRole("article");
  const current = page.locator('[aria-current="true"]');
  while (!(await current.textContent())?.includes("Clean the build folders")) await page.keyboard.press("j");
  await shown.getByText("Destroys").waitFor();
  const isAsked = async (at: number) =>
    (await stage.client.board()).approvals.some(({ sessionId }) => sessionId === ids[at]);
  await expect
    .poll(async () => {
      if (await isAsked(0)) await page.keyboard.press("d");
      return isAsked(0);
    })
    .toBe(false);
  // The key that comes at once after it was for the one before.
  await page.keyboard.press("a");
  expect(await isAsked(1)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("changes are read in two ways and commented on, and brought into the branch; a conflict is told", async () => {
  const { page, context, complaints } = await openPage(browser, stage);
  const [first, second] = [await stage.start("Sum in cents"), await stage.start("Round each line", "codex")];
  for (const id of [first, second]) {
    await stage.allowNext(id);
    await stage.client.board(({ sessions }) =>
      sessions.some((one) => one.id === id && one.status === "awaitingInput" && one.diffstat?.files === 1),
    );
  }
  await page.evaluate(`location.hash = "#/session/${first}/changes"`);
  await page.getByText("let cents = 0;").waitFor();
  await page.getByRole("button", { name: "Split" }).click();
  await page.getByText("let sum = 0;").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByLabel("Comment on these lines").fill("Why not BigInt?");
  await page.getByRole("button", { name: "Add to the next message" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: "Transcript" }).click();
  await page.getByText("Why not BigInt?").waitFor();
  await page.getByText("I have taken that in").waitFor();
  await page.evaluate(`location.hash = "#/session/${second}/changes"`);
  await page.getByRole("button", { name: "Integrate" }).click();
  await page.getByText("It is in main now").waitFor();
  await page.evaluate(`location.hash = "#/session/${first}/changes"`);
  await page.getByRole("button", { name: "Integrate" }).click();
  await page.getByText("It conflicts with main. Nothing was changed there.").waitFor();
  await page.getByRole("status").getByText("src/totals.js").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a task is given to two agents at once, each in a session of its own", async () => {
  const { page, context, complaints } = await openPage(browser, stage);
  await page.getByRole("link", { name: "New session" }).click();
  await page.getByLabel("Task").fill("Sum in whole cents");
  await page.getByRole("checkbox", { name: "Codex" }).check();
  await page.getByRole("button", { name: "Start 2 sessions" }).click();
  const cards = page.getByRole("link", { name: /Sum in whole cents/ });
  await cards.filter({ hasText: "Claude Code" }).waitFor();
  await cards.filter({ hasText: "Codex" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

const others = [
  ["new", "#/new", "Let my policy answer"],
  ["queue", "#/queue", "orders into main"],
  ["search", "#/search", "Every session, by its words"],
  ["usage", "#/usage", "By project"],
  ["projects", "#/projects", "Tell me on the desktop"],
  ["devices", "#/devices", "No device is paired"],
] as const;

test("every other screen is there, at the width of a phone, and axe finds nothing serious on it", async () => {
  const { page, context, complaints } = await openPage(browser, stage, { width: 360, theme: "dark" });
  for (const [name, hash, text] of others) {
    await page.evaluate(`location.hash = "${hash}"`);
    await page.getByText(text).first().waitFor();
    const widthPx = await page.evaluate("document.documentElement.scrollWidth");
    expect([name, widthPx, await seriousFaults(page)]).toEqual([name, 360, []]);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("usage");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Usage" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
