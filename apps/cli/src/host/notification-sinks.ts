import { desktopSink, findDesktop, type NotificationSink } from "@nucleic/runtime";
import type { Context } from "../context.ts";

/** When a person is told on their desktop: while the terminal's window is behind, also where it is not, or never. */
export type NotifyWhen = "away" | "always" | "never";

/** Where a host of this command's own tells that a session needs the person. */
export async function notificationSinks(
  context: Context,
  when: NotifyWhen,
): Promise<readonly NotificationSink[]> {
  const { env, clock, terminal } = context;
  // Without a terminal nobody can say that they look elsewhere.
  if (when === "never" || (when === "away" && !terminal)) return [];
  const desktop = await findDesktop({ env });
  if (desktop !== undefined) return [desktopSink(desktop, { env, clock })];
  if (when === "always") await context.tell("nothing here can show a notification: nucleic doctor says more");
  return [];
}
