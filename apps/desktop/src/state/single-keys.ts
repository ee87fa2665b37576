import { Writable } from "@nucleic/sync/client";

const key = "nucleic.singleKeys";

/** Whether a letter alone does something. Who speaks to the browser, or slips, can turn it off; kept in this browser. */
export const singleKeys = new Writable(localStorage.getItem(key) !== "off");

singleKeys.subscribe(() => localStorage.setItem(key, singleKeys.get() ? "on" : "off"));

/**
 * The key, where it may do something by itself: nothing is held along with it, nobody writes, and no dialog stands before
 * the page.
 */
export function singleKeyOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | undefined {
  if (!singleKeys.get() || ctrlKey || metaKey || altKey || isWriting(target)) return undefined;
  return document.querySelector("dialog[open]") === null ? key : undefined;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
