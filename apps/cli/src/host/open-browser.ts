import { join } from "node:path";
import { startDetached } from "@nucleic/process";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";

const commands: Readonly<Record<string, string>> = { darwin: "open", win32: "explorer", linux: "xdg-open" };

/** Hands an address to the person's browser. Whether there was one to hand it to. */
export async function openBrowser({ env }: Context, address: string): Promise<boolean> {
  const hasDisplay =
    process.platform !== "linux" || (env.DISPLAY ?? "") !== "" || (env.WAYLAND_DISPLAY ?? "") !== "";
  const command = commands[process.platform];
  if (command === undefined || !hasDisplay) return false;
  const dir = dataDir(env);
  const inherited = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return startDetached({
    command,
    args: [address],
    cwd: dir,
    env: Object.fromEntries(inherited),
    outputPath: join(dir, "logs", "browser.out"),
  }).then(
    () => true,
    () => false,
  );
}
