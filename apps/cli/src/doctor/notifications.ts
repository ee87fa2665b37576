import { findDesktop } from "@nucleic/runtime";
import type { Check } from "./check.ts";

/** Whether a desktop notification can be shown here. Nothing is shown to find out. */
export async function checkNotifications(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<Check> {
  const name = "notifications";
  const desktop = await findDesktop({ env, platform });
  if (desktop === undefined) {
    const hint =
      platform === "linux" ? "install notify-send (libnotify), if this machine has a desktop" : undefined;
    return {
      name,
      status: "warn",
      detail: "none: you see only in the terminal that you are needed",
      ...(hint && { hint }),
    };
  }
  const noBus = platform === "linux" && !env.DBUS_SESSION_BUS_ADDRESS && !env.XDG_RUNTIME_DIR;
  if (!noBus) return { name, status: "ok", detail: desktop.path };
  return {
    name,
    status: "warn",
    detail: `${desktop.path}, but no session bus`,
    hint: "it works from a desktop session",
  };
}
