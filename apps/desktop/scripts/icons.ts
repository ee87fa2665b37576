// The phone page's icons, drawn from its SVG by a real Chromium.  node --conditions=@nucleic/source scripts/icons.ts
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openChromium } from "../../../packages/host/test/chromium.ts";

const folder = fileURLToPath(new URL("../phone/public/", import.meta.url));
const svg = await readFile(`${folder}icon.svg`, "utf8");
/** A maskable one fills its square, and what counts is in the middle. */
const maskable = svg.replace('rx="8"', "").replace('viewBox="0 0 32 32"', 'viewBox="0 0 32 32" class="full"');
const icons = [
  { name: "icon-192", sizePx: 192, text: svg },
  { name: "icon-512", sizePx: 512, text: svg },
  { name: "icon-maskable-512", sizePx: 512, text: maskable },
] as const;

const browser = await openChromium();
try {
  for (const { name, sizePx, text } of icons) {
    const page = await browser.newPage({ viewport: { width: sizePx, height: sizePx } });
    await page.setContent(
      `<style>*{margin:0}body{background:${text === svg ? "transparent" : "#4f46c8"}}svg{display:block;width:100vw}.full{transform:scale(.8)}</style>${text}`,
    );
    await writeFile(`${folder}${name}.png`, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
