import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const macPlaces = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The Chromium of this machine, without a window, with a profile that is gone when it is closed. `bent` are host names
 * that mean this machine to it, as they do to a browser whose name server lies; `trusted` are public keys (SHA-256, base64) whose
 * certificates it takes, and no others.
 * @throws where there is none, with what to install
 */
export async function openChromium(
  bent: readonly string[] = [],
  trusted: readonly string[] = [],
): Promise<Browser> {
  const rules = bent.map((name) => `MAP ${name} 127.0.0.1`).join(", ");
  return chromium.launch({
    executablePath: await findChromium(),
    // What keeps pages off this machine is to be the host's own guard, not a browser's that is newer than others.
    args: [
      "--disable-features=LocalNetworkAccessChecks",
      ...(rules ? [`--host-resolver-rules=${rules}`] : []),
      ...(trusted.length > 0 ? [`--ignore-certificate-errors-spki-list=${trusted.join()}`] : []),
    ],
    // Its sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
}

async function findChromium(): Promise<string> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macPlaces];
  for (const place of places) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  throw new Error("this test needs a Chromium on the PATH (.ci/packages, or apt-get install chromium)");
}
