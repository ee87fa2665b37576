import { agentEnv, findExecutable, runCommand } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { Notice } from "./notice.ts";
import type { NotificationSink } from "./outbox.ts";

/** Where to look for the program, and what it may see of the environment. */
export interface DesktopOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly clock?: Clock;
}

/** The program that shows a notification on this desktop. */
export interface DesktopProgram {
  readonly path: string;
  readonly argsFor: (notice: Pick<Notice, "title" | "body">) => readonly string[];
}

/** What a session bus and a display are found by. */
const desktopNames = ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"];
const timeoutMs = 5_000;

/**
 * `notify-send` on Linux (libnotify, D-Bus), `osascript` on macOS; `undefined` where there is none, or no desktop. Text goes to
 * both as arguments, behind the end of options: it is never an option, never script, and on Linux never markup.
 */
export async function findDesktop({
  env,
  platform = process.platform,
}: DesktopOptions): Promise<DesktopProgram | undefined> {
  const known = platform === "darwin" ? macos : platform === "linux" ? linux : undefined;
  const path = known && (await findExecutable(known.name, env));
  return path === undefined ? undefined : { path, argsFor: known?.argsFor ?? (() => []) };
}

const linux = {
  name: "notify-send",
  argsFor: ({ title, body }: Pick<Notice, "title" | "body">) => [
    "--app-name=Nucleic",
    "--",
    title,
    withoutMarkup(body),
  ],
};

const script = [
  "on run argv",
  "display notification (item 2 of argv) with title (item 1 of argv)",
  "end run",
];

const macos = {
  name: "osascript",
  argsFor: ({ title, body }: Pick<Notice, "title" | "body">) => [
    ...script.flatMap((line) => ["-e", line]),
    "--",
    title,
    body,
  ],
};

/** A notification server may read the body as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Shows notices on this machine's desktop. A program that hangs is ended after five seconds. */
export function desktopSink({ path, argsFor }: DesktopProgram, options: DesktopOptions): NotificationSink {
  const env = agentEnv({ from: options.env, allow: desktopNames });
  return {
    name: "desktop",
    async show(notice, signal) {
      const { ok, cause, code, stderr } = await runCommand(path, argsFor(notice), {
        cwd: "/",
        env,
        signal,
        timeoutMs,
        maxOutputBytes: 64 * 1024,
        ...(options.clock && { clock: options.clock }),
      });
      if (ok || signal.aborted) return;
      const why = cause === "exited" ? `exited with ${code ?? "a signal"}` : cause;
      throw new Error(`${path} ${why}: ${stderr.trim().slice(-300)}`);
    },
  };
}
