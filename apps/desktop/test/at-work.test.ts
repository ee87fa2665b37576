import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { openPage, seriousFaults } from "./page.ts";
import { openStage, type Stage } from "./stage.ts";

// Writing to an agent: what goes along with a message, how it goes, what the agent runs with; what it has used; the keys.

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([openChromium(), openStage()]);
});

afterAll(async () => {
  await browser?.close();
  await stage?.[Symbol.asyncDispose]();
});

/** A session that waits for a message, on its own screen. */
async function openSession(text: string, width = 1280) {
  const id = await stage.start(text);
  await stage.client.board(({ sessions }) =>
    sessions.some((one) => one.id === id && one.status === "awaitingInput"),
  );
  const opened = await openPage(browser, stage, { width });
  await opened.page.getByRole("heading", { name: "Sessions" }).waitFor();
  await opened.page.evaluate(`location.hash = "#/session/${id}"`);
  const field = opened.page.getByLabel("Message to the agent");
  await field.waitFor();
  return { ...opened, id, field };
}

test("files are offered after an @, chosen by keyboard, and sent along", async () => {
  const { page, context, complaints, field } = await openSession("Take this in");
  await field.fill("Compare @dat");
  const options = page.getByRole("listbox", { name: "Files" }).getByRole("option");
  await options.nth(1).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const marked = () => page.locator('[role="option"][aria-selected="true"]').getAttribute("id");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await marked());
  await field.press("ArrowDown");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await marked());
  await field.press("Enter");
  expect(await field.inputValue()).toBe("Compare @test/parse-date.test.js ");
  await page.keyboard.insertText("and @tot");
  await options.filter({ hasText: "totals.js" }).waitFor();
  await field.press("Tab");
  // One that is left alone, and an address of a mailbox, are text.
  await page.keyboard.insertText("for me@example.org, @rea");
  await options.filter({ hasText: "README.md" }).waitFor();
  await field.press("Escape");
  await options.first().waitFor({ state: "detached" });
  await field.press("Enter");
  await page.getByText("the file test/parse-date.test.js, the file src/totals.js").waitFor();
  expect(await page.getByText("the file README.md").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Pastes or drops a picture of noise, which nothing makes small but fewer points. */
const give = (page: Page, kind: "paste" | "drop", name: string, sidePx: number) =>
  page.evaluate(`(async () => {
    const field = document.querySelector("textarea");
    const canvas = new OffscreenCanvas(${sidePx}, ${sidePx});
    const context = canvas.getContext("2d");
    const points = context.createImageData(${sidePx}, ${sidePx});
    for (let at = 0; at < points.data.length; at += 65536)
      crypto.getRandomValues(points.data.subarray(at, at + 65536));
    context.putImageData(points, 0, 0);
    const files = new DataTransfer();
    files.items.add(new File([await canvas.convertToBlob()], "${name}", { type: "image/png" }));
    const init = { bubbles: true, cancelable: true };
    field.dispatchEvent("${kind}" === "paste"
      ? new ClipboardEvent("paste", { ...init, clipboardData: files })
      : new DragEvent("drop", { ...init, dataTransfer: files }));
  })()`);

test("pictures are pasted and dropped, drawn smaller where they are large, and sent along", async () => {
  const { page, context, complaints, field } = await openSession("Take that in");
  await page.getByRole("button", { name: "Add a picture" }).waitFor();
  await give(page, "paste", "small.png", 16);
  await page.getByText("small.png").waitFor();
  await give(page, "drop", "large.png", 700);
  await page.getByText("large.png").waitFor();
  await give(page, "drop", "third.png", 16);
  await page.getByRole("button", { name: "Take back the picture third.png" }).click();
  await field.press("Enter");
  const said = await page.getByText(/I have taken that in, an image/).textContent();
  const [png, jpeg] = [...(said ?? "").matchAll(/image\/(\w+) of (\d+)/g)];
  expect([png?.[1], jpeg?.[1]]).toEqual(["png", "jpeg"]);
  expect(Number(jpeg?.[2])).toBeLessThan(220_000);
  for (const name of ["small.png", "large.png"]) await page.getByRole("img", { name }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("while an agent works a message steers it or waits; its mode and model are chosen at once, or for when it is taken up again", async () => {
  const { page, context, complaints, field, id } = await openSession("Take it in");
  await field.fill("Explain how an order is read");
  await field.press("Enter");
  await page.getByText("Its lines are summed").waitFor();
  await field.fill("and then the report");
  await field.press("Control+Enter");
  await field.fill("in German");
  await field.press("Enter");
  await page.getByText("while it worked").waitFor();
  await page.getByLabel("Mode", { exact: true }).selectOption("Plan");
  stage.gates.open("explained");
  await page.getByText("I have taken that in").nth(1).waitFor();
  await stage.client.intent("stop", {}, { sessionId: id });
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.getByLabel("Model").selectOption("Small");
  await field.fill("go on");
  await field.press("Enter");
  await stage.client.board(({ sessions }) => sessions.some((one) => one.id === id && one.model === "small"));
  expect(await page.getByLabel("Mode", { exact: true }).inputValue()).toBe("plan");
  expect(complaints).toEqual([]);
  await context.close();
});

test("what was used is drawn, and its numbers stand in a table", async () => {
  const { page, context, complaints, id } = await openSession("Take these in");
  await page.evaluate('location.hash = "#/usage"');
  const used = await stage.client.query("usage", { by: "session", sessionId: id });
  const [{ inputTokens = 0, outputTokens = 0 } = {}] = used;
  expect(inputTokens).toBeGreaterThan(0);
  await page.getByRole("img", { name: /Tokens; most: 20/ }).waitFor();
  await page.getByRole("button", { name: "By session" }).click();
  const row = page.getByRole("row", { name: /Take these in/ });
  await row.getByRole("cell", { name: String(inputTokens + outputTokens), exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the board is gone through by keyboard; ? shows all keys, and letters do nothing once they are turned off", async () => {
  await stage.start("Take one more in");
  const { page, context, complaints } = await openSession("Take all in");
  await page.evaluate('location.hash = "#/"');
  const cards = page.getByRole("main").getByRole("listitem").getByRole("link");
  await cards.first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  expect(await page.evaluate(activeCard)).toBe(await cards.nth(1).getAttribute("href"));
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.getByText("Allow for the session").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("k");
  await page.keyboard.press("?");
  expect(await dialog.count()).toBe(0);
  expect(await page.evaluate(activeCard)).toBe(await cards.nth(1).getAttribute("href"));
  await page.keyboard.press("Enter");
  await page.getByLabel("Message to the agent").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill("keys");
  await page.keyboard.press("Enter");
  await dialog.getByRole("checkbox").check();
  expect(complaints).toEqual([]);
  await context.close();
});

const activeCard = "document.activeElement.getAttribute('href')";
