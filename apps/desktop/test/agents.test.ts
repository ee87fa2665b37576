import type { ReplyFunction } from "@nucleic/lab";
import type { Reply } from "@nucleic/protocol/testing";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { openPage } from "./page.ts";
import { openRealAgent } from "./real-agents.ts";
import { openStage, type Stage } from "./stage.ts";

// The page with the real Claude Code and the real Codex behind it: only the models are scripted.

// On a loaded machine two real programs and a browser take their time.
const patienceMs = 90_000;
vi.setConfig({ testTimeout: 2 * patienceMs });

const rounded = "export const cents = (price) => Math.round(price * 100);\n";
const exact = "export const cents = (price) => BigInt(price) * 100n;\n";

/** A model that stops in the middle of what it says, writes a file, and then says a word for each turn. */
function writer(name: string, content: string): ReplyFunction {
  const replies: Reply[] = [
    [
      { say: `This is ${name}: sums are kept in whole cents` },
      { gate: "half said" },
      { say: `That is the file of ${name}.` },
      { call: "Write", input: { path: "src/cents.js", content } },
    ],
    [{ say: "The file is written." }],
    [{ say: "Your comment is **taken in**." }],
  ];
  return ({ kind }) => (kind === "main" ? replies.shift() : undefined);
}

test("two real agents: followed word by word, approved, commented on, shipped, stopped by a conflict, removed and brought back", {
  retry: 1,
}, async () => {
  await using claude = await openRealAgent("claude", writer("claude", rounded));
  await using codex = await openRealAgent("codex", writer("codex", exact));
  await using stage = await openStage({ backends: [claude.backend, codex.backend] });
  await using browser = await openChromium();
  const { page, complaints } = await openPage(browser, stage);
  page.setDefaultTimeout(patienceMs);
  await startBoth(page);
  const ids = await idsOf(stage);
  // Both at once: neither is let on before the other was seen to speak.
  for (const name of ["claude", "codex"] as const) {
    await show(page, ids[name]);
    await page.getByText(`This is ${name}: sums are kept`).waitFor();
    expect(await page.getByText("That is the file").count()).toBe(0);
  }
  for (const { model } of [claude, codex]) model.openGate("half said");
  for (const name of ["claude", "codex"] as const) {
    await show(page, ids[name]);
    await page.getByText(`That is the file of ${name}.`).waitFor();
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Allow a$/ })
      .click();
    await page.getByText("The file is written.").waitFor();
    await page.getByText("Turn complete").waitFor();
  }

  await show(page, ids.claude, "/changes");
  await page.getByText("Math.round(price * 100)").waitFor();
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByLabel("Comment on these lines").fill("What of half a cent?");
  await page.getByRole("button", { name: "Add to the next message" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: "Transcript" }).click();
  await page.getByText("What of half a cent?").waitFor();
  await page.locator("strong", { hasText: "taken in" }).waitFor();
  const asked = JSON.stringify(claude.model.requests.main.at(-1)?.body);
  expect(asked).toContain("What of half a cent?");
  expect(asked).toContain("src/cents.js");

  await integrate(page, ids.codex);
  await page.getByText("It is in main now").waitFor();
  await integrate(page, ids.claude);
  await page.getByText("It conflicts with main. Nothing was changed there.").waitFor();
  await page.getByRole("status").getByText("src/cents.js").waitFor();

  await remove(page, stage, ids.claude);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("link", { name: /Projects/ }).click();
  await page.getByText("Removed sessions (1)").click();
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByText("What of half a cent?").waitFor();
  await show(page, ids.claude, "/changes");
  await page.getByText("Math.round(price * 100)").waitFor();
  expect(complaints).toEqual([]);
});

async function startBoth(page: Page): Promise<void> {
  await page.getByRole("link", { name: "New session" }).click();
  await page.getByLabel("Task").fill("Keep sums in whole cents");
  await page.getByRole("checkbox", { name: "Codex" }).check();
  await page.getByRole("button", { name: "Start 2 sessions" }).click();
  const cards = page.getByRole("link", { name: /Keep sums/ });
  await cards.filter({ hasText: "Claude Code" }).waitFor();
  await cards.filter({ hasText: "Codex" }).waitFor();
}

async function idsOf(stage: Stage) {
  const { sessions } = await stage.client.board(({ sessions }) => sessions.length === 2);
  const idOf = (backend: string) => sessions.find((one) => one.backend === backend)?.id ?? "";
  return { claude: idOf("claude"), codex: idOf("codex") };
}

const show = (page: Page, id: string, tab = "") => page.evaluate(`location.hash = "#/session/${id}${tab}"`);

async function integrate(page: Page, id: string): Promise<void> {
  await show(page, id, "/changes");
  await page.getByRole("button", { name: "Integrate" }).click();
}

async function remove(page: Page, stage: Stage, id: string): Promise<void> {
  await show(page, id);
  for (const name of ["Stop its agent", "Remove with its worktree"]) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name }).click();
    await stage.client.board(({ sessions }) => sessions.some((one) => one.id === id && !one.isRunning));
  }
  await page.getByText("Its worktree is removed; the work is kept").waitFor();
}
