import type { Browser, BrowserContext, Page } from "playwright-core";

export interface Phone {
  readonly phone: Page;
  readonly phoneContext: BrowserContext;
  readonly phoneComplaints: string[];
}

/** nats-server 2.9.10 answers a close without a code with one that may not be sent. */
const brokersOwn = /broken close frame containing a reserved status code/;

/** A browser as narrow as a phone, and all that it complains of. */
export async function openPhone(browser: Browser, theme: "light" | "dark" = "light"): Promise<Phone> {
  const phoneContext = await browser.newContext({
    viewport: { width: 360, height: 740 },
    colorScheme: theme,
    reducedMotion: "reduce",
    hasTouch: true,
  });
  const phone = await phoneContext.newPage();
  const phoneComplaints: string[] = [];
  phone.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    if (isBad && !brokersOwn.test(message.text())) phoneComplaints.push(message.text());
  });
  phone.on("pageerror", (error) => phoneComplaints.push(String(error)));
  return { phone, phoneContext, phoneComplaints };
}

/** What a picture may be taken of, on the way. */
export type PairingStep = "code" | "digits" | "asking";

/** Pairs as a person does: the link of the code, the digits read on the phone and typed on the desktop. */
export async function pairPhone(
  desktop: Page,
  phone: Page,
  url: string,
  digits: "right" | "wrong" = "right",
  onStep: (step: PairingStep) => Promise<void> = async () => undefined,
): Promise<void> {
  await desktop.evaluate(`location.hash = "#/devices"`);
  await desktop.getByRole("button", { name: "Pair a device" }).click();
  await desktop.getByLabel("Where your phone page is served").fill(url);
  await onStep("code");
  await phone.goto(await desktop.getByRole("textbox", { name: "The pairing link" }).inputValue());
  await phone.getByRole("heading", { name: "Type these at the host" }).waitFor();
  const shown = (await phone.getByText(/^\d{3} \d{3}$/).textContent()) ?? "";
  await onStep("digits");
  const wrong = shown.replace(/^\d/, (first) => String((Number(first) + 1) % 10));
  await desktop.getByLabel("Six digits").fill(digits === "right" ? shown : wrong);
  await desktop.getByRole("checkbox", { name: /^Approve/ }).check();
  await onStep("asking");
  await desktop.getByRole("button", { name: "Pair", exact: true }).click();
}
