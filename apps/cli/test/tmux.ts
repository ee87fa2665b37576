import { runCommand } from "@nucleic/process";
import { vi } from "vitest";

/** How long a screen may take to say what is waited for, on a machine that is busy. */
const deadlineMs = 50_000;

/** A program on a terminal of tmux, whose screen can be looked at as a person sees it. */
export class Tmux implements AsyncDisposable {
  readonly #dir: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(dir: string, env: Readonly<Record<string, string>>) {
    this.#dir = dir;
    this.#env = { ...env, TMUX_TMPDIR: dir, TERM: "xterm-256color" };
  }

  /** Starts shell text in `cwd`. Its server is its own, in `dir`. */
  static async start(
    text: string,
    { cwd, dir, env }: { readonly cwd: string; readonly dir: string; readonly env: Record<string, string> },
  ): Promise<Tmux> {
    const tmux = new Tmux(dir, env);
    await tmux.#do("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", "-c", cwd, text);
    return tmux;
  }

  /** The rows that are shown; with `escapes`, how they are coloured too. */
  async screen({ escapes = false } = {}): Promise<string> {
    return this.#do("capture-pane", "-p", ...(escapes ? ["-e"] : []));
  }

  /** Resolves with the screen as soon as it is like that. */
  async until(isLikeThat: string | ((screen: string) => boolean)): Promise<string> {
    const check = typeof isLikeThat === "string" ? (seen: string) => seen.includes(isLikeThat) : isLikeThat;
    let seen = "";
    try {
      return await vi.waitUntil(
        async () => {
          seen = await this.screen();
          return check(seen) && seen;
        },
        { timeout: deadlineMs, interval: 50 },
      );
    } catch {
      throw new Error(`the screen never was like ${String(isLikeThat)}:\n${seen}`);
    }
  }

  /** Presses a key, again where it was too early, until the screen is like that. */
  async pressUntil(key: string, isLikeThat: (screen: string) => boolean): Promise<string> {
    let seen = await this.screen();
    await vi.waitUntil(
      async () => {
        await this.press(key);
        seen = await this.screen();
        return isLikeThat(seen);
      },
      { timeout: deadlineMs, interval: 250 },
    );
    return seen;
  }

  async press(key: string): Promise<void> {
    await this.#do("send-keys", key);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#do("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** The process that the shell on the terminal has started. */
  async child(): Promise<number> {
    const shell = (await this.#do("list-panes", "-F", "#{pane_pid}")).trim();
    const { stdout } = await runCommand("ps", ["-A", "-o", "pid=,ppid="], { cwd: "/", env: this.#env });
    const row = stdout
      .toString("utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .find(([, parent]) => parent === shell);
    return Number(row?.[0]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#do("kill-server");
  }

  async #do(...args: string[]): Promise<string> {
    const result = await runCommand("tmux", args, { cwd: this.#dir, env: this.#env, timeoutMs: 20_000 });
    if (!result.ok) throw new Error(`tmux ${args.join(" ")}: ${result.stderr}`);
    return result.stdout.toString("utf8");
  }
}
