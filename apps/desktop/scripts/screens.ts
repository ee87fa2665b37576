// The pictures of docs/screens: every screen of the built page, at a real host with scripted agents, light and dark,
// on a desk and on a phone.  node --conditions=@nucleic/source scripts/screens.ts [name…]
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import upng from "upng-js";
import { openChromium } from "../../../packages/host/test/chromium.ts";
import { openPage } from "../test/page.ts";
import { openPhone, pairPhone } from "../test/pair-phone.ts";
import { openPhoneSite, siteName } from "../test/phone-site.ts";
import { type Shot, scene } from "../test/scene.ts";
import { openStage } from "../test/stage.ts";

const folder = fileURLToPath(new URL("../../../docs/screens/", import.meta.url));
/** Few colours make a small file; the pages have few. */
const colours = 96;
const sizes = [
  { name: "desk", width: 1280, height: 800 },
  { name: "phone", width: 360, height: 740 },
] as const;

const pictures = { code: "pairing-desk", digits: "pairing-phone", asking: "pairing-digits-desk" } as const;

const only = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await using site = await openPhoneSite();
await using stage = await openStage({ devices: site.devices });
const browser = await openChromium([siteName], [site.keyHash]);
try {
  const guide = "Give the same task to two agents";
  await take([{ name: "first-run", hash: "#/", ready: (page) => page.getByText(guide).waitFor() }]);
  await take(await scene(stage));
  await takePhones();
} finally {
  await browser.close();
}

async function take(all: readonly Shot[]): Promise<void> {
  const shots = all.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const { name: size, ...viewport } of sizes)
    for (const theme of ["light", "dark"] as const) {
      const { page, context } = await openPage(browser, stage, { ...viewport, theme });
      await page.getByRole("heading", { name: "Sessions" }).waitFor();
      for (const { name, hash, ready, act } of shots) {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        await ready(page);
        await act?.(page);
        await settled(page);
        await writeFile(`${folder}${name}-${size}-${theme}.png`, small(await page.screenshot()));
      }
      await context.close();
    }
}

/** A phone as it is paired, on both sides, and what it shows then. */
async function takePhones(): Promise<void> {
  if (only.length > 0 && !only.includes("paired")) return;
  for (const theme of ["light", "dark"] as const) {
    const { page: desktop, context } = await openPage(browser, stage, { ...sizes[0], theme });
    const { phone, phoneContext } = await openPhone(browser, theme);
    const shoot = async (page: Page, name: string) =>
      writeFile(`${folder}${name}-${theme}.png`, small(await page.screenshot()));
    await pairPhone(desktop, phone, site.url, "right", async (step) => {
      await shoot(step === "digits" ? phone : desktop, pictures[step]);
    });
    await phone.getByText("Nothing is done before").waitFor();
    await settled(phone);
    await shoot(phone, "paired-approvals-phone");
    await phone.getByRole("link", { name: "This phone" }).click();
    await phone.getByText("Connected.").waitFor();
    await shoot(phone, "paired-device-phone");
    await Promise.all([context.close(), phoneContext.close()]);
  }
}

/** Two frames without a change, and everything highlighted. */
async function settled(page: Page): Promise<void> {
  await page.evaluate("document.fonts.ready");
  let last = "";
  for (;;) {
    const now = await page.evaluate(
      "new Promise((r) => requestAnimationFrame(() => setTimeout(() => r(document.body.innerHTML), 120)))",
    );
    if (now === last) return;
    last = String(now);
  }
}

function small(picture: Buffer): Uint8Array {
  const image = upng.decode(new Uint8Array(picture).buffer);
  return new Uint8Array(upng.encode(upng.toRGBA8(image), image.width, image.height, colours));
}
