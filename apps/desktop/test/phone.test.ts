import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { openPage, seriousFaults } from "./page.ts";
import { openPhone, pairPhone } from "./pair-phone.ts";
import { openPhoneSite, type PhoneSite, siteName } from "./phone-site.ts";
import { openStage, type Stage } from "./stage.ts";

// The phone page as it was built, at an https name; the host listens on loopback alone, and between the two is a real broker.

let browser: Browser;
let stage: Stage;
let site: PhoneSite;

beforeAll(async () => {
  site = await openPhoneSite();
  [browser, stage] = await Promise.all([
    openChromium([siteName], [site.keyHash]),
    openStage({ devices: site.devices }),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await stage?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

const isNarrow = (page: Page) => page.evaluate("document.documentElement.scrollWidth <= innerWidth");

test("a phone is paired by its digits, answers what an agent asks, shows what it has offline, and is told that it was revoked", async () => {
  const { page: desktop, context, complaints } = await openPage(browser, stage);
  const { phone, phoneContext, phoneComplaints } = await openPhone(browser);
  await pairPhone(desktop, phone, site.url);
  await phone.getByText("Nothing waits for you").waitFor();
  expect(phone.url()).toBe(`${site.url}#/approvals`);

  const id = await stage.start("Clean the build folders");
  await desktop.evaluate(`location.hash = "#/session/${id}"`);
  const allow = phone.getByRole("button", { name: /^Allow/ }).first();
  await allow.waitFor();
  expect([await isNarrow(phone), await seriousFaults(phone)]).toEqual([true, []]);
  await allow.click();
  await desktop.getByText("They are gone").waitFor();
  await phone.getByText("Nothing waits for you").waitFor();
  expect([complaints, phoneComplaints]).toEqual([[], []]);

  const waiting = await stage.start("Clean the caches");
  await phone.getByText("Destroys").first().waitFor();
  await phone.evaluate("navigator.serviceWorker.ready.then(() => true)");
  const before = await phone.evaluate(keptBoard);
  await phone.evaluate(leave);
  await expect.poll(() => phone.evaluate(keptBoard), { timeout: 10_000 }).not.toBe(before);
  await phoneContext.setOffline(true);
  await phone.reload();
  await phone.getByText("to be read only").waitFor();
  await phone.getByText("It can be answered once the host is there").waitFor();
  expect(await phone.getByRole("button", { name: /^Allow/ }).count()).toBe(0);
  await phoneContext.setOffline(false);
  await phone.reload();
  await phone.getByRole("button", { name: "Deny" }).click();
  await stage.client.board(({ approvals }) => approvals.every(({ sessionId }) => sessionId !== waiting));

  await desktop.evaluate(`location.hash = "#/devices"`);
  await desktop.getByRole("button", { name: /Revoke/ }).click();
  await phone.getByRole("heading", { name: "This phone was revoked" }).waitFor();
  expect(await seriousFaults(phone)).toEqual([]);
  await phone.reload();
  await phone.getByRole("heading", { name: "Pair this phone" }).waitFor();
  await Promise.all([context.close(), phoneContext.close()]);
});

/** As a browser tells a page that the person looks at something else: then it keeps what it has. */
const leave = `Object.defineProperty(document, "visibilityState", { value: "hidden" });
document.dispatchEvent(new Event("visibilitychange"));`;

/** What tells one kept board from the next: the nonce it is encrypted with. */
const keptBoard = `new Promise((resolve) => {
  const opening = indexedDB.open("nucleic");
  opening.onsuccess = () => {
    const found = opening.result.transaction("secrets").objectStore("secrets").get("secret:board");
    found.onsuccess = () => resolve(String(found.result?.nonce));
  };
})`;

test("a wrong link, and digits that do not match, are told with what to do next", async () => {
  const { page: desktop, context } = await openPage(browser, stage);
  const { phone, phoneContext } = await openPhone(browser);
  await phone.goto(site.url);
  await phone.getByLabel("The pairing link").fill("https://example.org/");
  await phone.getByRole("button", { name: "Pair" }).click();
  await phone.getByRole("heading", { name: "That is not a pairing link" }).waitFor();
  await pairPhone(desktop, phone, site.url, "wrong");
  await phone.getByRole("heading", { name: "The host said no" }).waitFor();
  expect(await seriousFaults(phone)).toEqual([]);
  await desktop.getByText("Refused: nothing was paired.").waitFor();
  await Promise.all([context.close(), phoneContext.close()]);
});
