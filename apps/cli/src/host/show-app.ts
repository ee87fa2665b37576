import type { Context } from "../context.ts";
import { appLink } from "./app-link.ts";
import { openBrowser } from "./open-browser.ts";

/** Opens the page of the host that runs here. The link is printed too: there may be no browser. @throws what `appLink` throws */
export async function showApp(context: Context, browser = true): Promise<void> {
  const link = await appLink(context);
  const isOpened = browser && (await openBrowser(context, link));
  await context.stdout.lines([link]);
  await context.tell(
    isOpened ? "opened in your browser" : "open it in a browser: it is good once, and for 30 seconds",
  );
}
