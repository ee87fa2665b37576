import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findExecutable, startDetached } from "@nucleic/process";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";

/** Browsers of which a page can be a window of its own, without tabs and an address. */
const appBrowsers = [
  "chromium",
  "google-chrome",
  "google-chrome-stable",
  "chromium-browser",
  "microsoft-edge",
  "brave-browser",
];
const macChrome = "/Applications/Google Chrome.app";

/**
 * Hands an address to the person's browser: as a window of its own where there is one that can, else as a page. Whether there was
 * one to hand it to. The address lets whoever has it in, and every user of a machine can read the arguments of its programs: what
 * the browser is given is a file of the data directory, for this user's eyes alone, that leads on to it.
 */
export async function openBrowser({ env }: Context, address: string): Promise<boolean> {
  const dir = dataDir(env);
  const file = join(dir, "open.html");
  const launch = await launcher(env, pathToFileURL(file).href);
  if (launch === undefined) return false;
  const [command = "", ...args] = launch;
  const inherited = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  try {
    await writeFile(file, leadingTo(address), { mode: 0o600 });
    const outputPath = join(dir, "logs", "browser.out");
    await startDetached({ command, args, cwd: dir, env: Object.fromEntries(inherited), outputPath });
    return true;
  } catch {
    return false;
  }
}

async function launcher(env: Context["env"], page: string): Promise<readonly string[] | undefined> {
  switch (process.platform) {
    case "darwin": {
      const hasChrome = await access(macChrome).then(
        () => true,
        () => false,
      );
      return hasChrome ? ["open", "-na", macChrome, "--args", `--app=${page}`] : ["open", page];
    }
    case "win32":
      return ["explorer", page];
    default: {
      if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return undefined;
      for (const name of appBrowsers)
        if ((await findExecutable(name, env)) !== undefined) return [name, `--app=${page}`];
      return ["xdg-open", page];
    }
  }
}

function leadingTo(address: string): string {
  const url = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Nucleic</title>
<meta http-equiv="refresh" content="0;url=${url}">
`;
}
